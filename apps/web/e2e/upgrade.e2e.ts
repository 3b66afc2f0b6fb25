import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SettingsView } from '#libs/contracts';
import { programFile } from '#tools/supervisor/program-file.js';
import { runSql } from './testing/run-sql.js';
import { expect, test } from './testing/test.js';

/** A migration of this version, and the statement that undoes it. */
const MIGRATION = 'AddPartNotices1795975200000';
const UNDO = 'ALTER TABLE part DROP COLUMN notices';

test('integrity-8 the database is backed up before an upgrade, and one command restores it', async ({ dvr }) => {
  const { api, installation, lock } = dvr;
  await lock();
  const message = async (): Promise<unknown> => (await api.get<SettingsView>('/api/v0/settings')).config['motd'];
  await api.set({ motd: 'before the upgrade' });
  installation.kill('api', 'SIGTERM', { stayDown: true });
  await expect.poll(() => installation.pids()['api']).toBeNull();
  try {
    await runSql(installation, UNDO);
    await runSql(installation, 'DELETE FROM migration WHERE name = $1', [MIGRATION]);
  } finally {
    await installation.restart('api');
  }
  expect(await readdir(path.join(installation.dataDir, 'backups'))).toHaveLength(1);
  await api.set({ motd: 'after the upgrade' });
  installation.kill('api', 'SIGTERM', { stayDown: true });
  await expect.poll(() => installation.pids()['api']).toBeNull();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [programFile('restore-database')], {
      env: { ...process.env, ...installation.env },
    });
    expect(stdout).toMatch(/^The database is restored from \d{8}T\d{6}Z-\w+\.ndjson\.gz \(\d+ rows\)\.$/m);
  } finally {
    await installation.restart('api');
  }
  expect(await message()).toBe('before the upgrade');
});
