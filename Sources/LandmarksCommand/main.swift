print("landmarks")
