// The content security policy forbids eval, which zod would try for speed. A schema reads this when it is made: a module
// would come too late, because the bundler puts schemas into files that run before it.
globalThis.__zod_globalConfig = { jitless: true };
