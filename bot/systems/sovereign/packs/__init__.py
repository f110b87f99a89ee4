"""What people carry: Stowed and Readied, coins, beasts and carts."""
