internal import BulkcheckCore

SystemCalls.ignoreWriteSignals()
SystemCalls.end(with: CommandLineEntry.run(Array(CommandLine.arguments.dropFirst())))
