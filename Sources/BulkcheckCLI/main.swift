internal import BulkcheckCore

SystemCalls.ignoreClosedPipes()
SystemCalls.end(with: CommandLineEntry.run(Array(CommandLine.arguments.dropFirst())))
