"""Pictures from documents alone: one made from a view cannot show what its seat does not know."""
