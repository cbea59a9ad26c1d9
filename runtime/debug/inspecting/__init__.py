"""One value looked at closely: the forms it can be shown in, tables, images, copies, finding."""
