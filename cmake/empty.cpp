// A library needs a source; this one only pulls in libopapi.
