import 'reflect-metadata';
import { coreSection, defineConfig, loadCommandConfig } from '#libs/config';
import { messageOf } from '#libs/errors';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findDatabase } from './find-database.js';
import { readSecretLine } from './read-secret-line.js';
import { resetOperator } from './reset-operator.js';

/** `node dist/apps/api/src/cli/reset-password.js`: a new operator password, read from standard input and never from an argument, where other users would see it. */
const databaseSection = defineConfig({ url: { env: 'VODKEEP_PG_URL', schema: z.string(), default: null, unit: 'URL', doc: '', secret: true } });

try {
  const { core, database } = loadCommandConfig({ core: coreSection, database: databaseSection });
  const folder = { list: () => readdirSync(core.dataDir), read: (file: string) => readFileSync(join(core.dataDir, file), 'utf8') };
  const url = findDatabase(database.url, core.dataDir, folder);
  await resetOperator(url, await readSecretLine(process.stdin, 'New password: '));
  process.stdout.write('The password is set, and every login is ended. Pages that are open ask for it within half a minute.\n');
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
