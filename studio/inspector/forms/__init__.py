"""The forms that one value is shown in below a tree, each a widget of its own."""
