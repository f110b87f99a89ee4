"""The contract's hardest users, sketched before the games exist and kept as tests."""
