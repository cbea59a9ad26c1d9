"""Icons and pictures that ship with the program."""
