// A library needs a source; this one has no operators yet.
