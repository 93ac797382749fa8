"""What is wired where: a drawing of the header, and the parts that it takes."""
