"""What players see: pictures and tools."""
