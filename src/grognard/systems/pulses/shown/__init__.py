"""What people see: pieces and cards, and the tools they may point at the table."""
