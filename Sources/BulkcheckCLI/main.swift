internal import BulkcheckCore

SystemCalls.ignoreWriteSignals()
SystemCalls.end(with: CommandLineEntry.run(SystemCalls.arguments))
