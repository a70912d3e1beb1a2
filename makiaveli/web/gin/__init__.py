"""The page of Gin Rummy: its state, what is shown of it, and in which words."""
