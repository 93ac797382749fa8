"""Who may do more than look: phones and laptops that were admitted at the box (DESIGN)."""
