"""Beyond the borders: other kingdoms, diplomacy, trade routes, expeditions and vassals."""
