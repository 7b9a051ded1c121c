# harmless marker of forge/shadow_module_in_cwd
