"""What people see: pieces, cards of information, tools."""
