"""Random profiles and the files to judge with them; everything comes from one seeded generator."""
