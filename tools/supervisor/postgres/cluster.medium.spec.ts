import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { findCluster, prepareCluster } from './cluster.js';

let parent: ReturnType<typeof tempDir>;
let dir: string;
beforeEach(() => {
  parent = tempDir('cluster');
  dir = join(parent.path, 'postgres-18');
  mkdirSync(dir);
});
afterEach(() => {
  parent.remove();
});

describe('a damaged database folder', () => {
  beforeEach(() => {
    mkdirSync(join(dir, 'base'));
    writeFileSync(join(dir, 'base/1'), 'rows');
  });

  it('is refused and not changed, without PG_VERSION or without global/pg_control', async () => {
    const refused = /PG_VERSION or global\/pg_control is missing.*npm start -- --move-damaged-database$/;
    await expect(prepareCluster(dir, 'secret')).rejects.toThrow(refused);
    writeFileSync(join(dir, 'PG_VERSION'), '18\n');
    await expect(prepareCluster(dir, 'secret')).rejects.toThrow(refused);
    expect(readFileSync(join(dir, 'base/1'), 'utf8')).toBe('rows');
    expect(readdirSync(parent.path)).toEqual(['postgres-18']);
  });

  it('is moved aside on request, and an empty database takes its place', async () => {
    const lines: string[] = [];
    await prepareCluster(dir, 'secret', { moveDamagedDatabase: true, say: (line) => lines.push(line) });
    expect(findCluster(dir)).toBe('cluster');
    const aside = readdirSync(parent.path).find((name) => name.startsWith('postgres-18.damaged-')) ?? '';
    expect(readFileSync(join(parent.path, aside, 'base/1'), 'utf8')).toBe('rows');
    expect(lines).toEqual([expect.stringContaining(join(parent.path, aside))]);
  });
});

it('creates the database in an empty folder, and leaves no draft behind', async () => {
  await prepareCluster(dir, 'secret');
  expect(existsSync(join(dir, 'PG_VERSION'))).toBe(true);
  expect(readdirSync(parent.path)).toEqual(['postgres-18']);
});

it('names the remedy if this user may not read the folder', () => {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(dir, isRoot ? 0o700 : 0o000);
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => findCluster(dir)).toThrow(/belongs to another user.*chown -R/);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(dir, 0o700);
  }
});
