"""All cases of a problem, fixed and generated, with wants and tolerances: computed once, cached."""
