"""Speed, as ratios against doing the same thing bare, all measured in one run: `make bench`."""
