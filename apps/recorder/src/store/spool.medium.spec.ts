import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { ChatWal } from '../chat/chat-wal.js';
import { Spool } from './spool.js';

it('security-source closes the spool and the local copy of chat to other users', async () => {
  const parent = tempDir('spool');
  try {
    const dir = join(parent.path, 'spool');
    const spool = new Spool({ dir, maxBytes: 1000, maxAgeMs: 1000, now: () => 0 });
    await spool.write('vods/a/parts/b/s/1.ts', Buffer.from('x'));
    const wal = new ChatWal(dir, () => undefined);
    wal.append({ folder: 'vods/a/chat', n: 0 }, Buffer.from('{}'));
    await wal.settled();
    const modes = ['.', ...readdirSync(dir, { recursive: true }).map(String)].map((name) => {
      const found = statSync(join(dir, name));
      return [name, found.mode & (found.isDirectory() ? 0o007 : 0o137)];
    });
    expect(modes.length).toBeGreaterThan(3);
    expect(modes.filter(([, open]) => open !== 0)).toEqual([]);
  } finally {
    parent.remove();
  }
});
