"""Where orders can lead, and which groups can be given them."""
