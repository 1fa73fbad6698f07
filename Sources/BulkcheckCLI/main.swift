print("bulkcheck")
