import { coreSection, defineConfig, loadCommandConfig } from '#libs/config';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findDatabase } from './find-database.js';

const databaseSection = defineConfig({
  url: { env: 'VODKEEP_PG_URL', schema: z.string(), default: null, unit: 'URL', doc: '', secret: true },
});

/**
 * URL of this installation's database, for commands that the operator runs separately.
 * @throws UserError `no-database`
 */
export const databaseUrl = (): string => installation().databaseUrl;

/** Database and data folder of this installation, as {@link databaseUrl}. */
export function installation(): { readonly databaseUrl: string; readonly dataDir: string } {
  const { core, database } = loadCommandConfig({ core: coreSection, database: databaseSection });
  const { dataDir } = core;
  const databaseUrl = findDatabase(database.url, core.dataDir, {
    list: () => readdirSync(core.dataDir),
    read: (file: string) => readFileSync(join(core.dataDir, file), 'utf8'),
  });
  return { databaseUrl, dataDir };
}
