"""Tables, connections, and the (de)serialisation of what is kept."""
