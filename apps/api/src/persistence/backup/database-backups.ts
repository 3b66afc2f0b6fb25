import { messageOf, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as streams from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type DataSource } from 'typeorm';
import { exportDatabase } from './export-database.js';
import { importDatabase } from './import-database.js';

/** Number of backups. */
const RETAINED = 3;
/** `<time>-<newest migration>.ndjson.gz`; the time sorts. */
const NAME = /^\d{8}T\d{6}Z-(\w+)\.ndjson\.gz$/;
/** The folder contains sealed secrets, and the operator's password as a hash. */
const PRIVATE = 0o700;

/** Folder of the backups in the data folder. */
export const backupFolder = (dataDir: string): string => path.join(dataDir, 'backups');

/**
 * The backups of the database in one folder: the newest ones, or by default one before each upgrade, the newest three.
 */
export class DatabaseBackups {
  /** @param retained number of backups, also of one state of the schema */
  constructor(
    private readonly folder: string,
    private readonly retained?: number,
  ) {}

  /**
   * Backs up the database. By default an attempt at the same upgrade that failed before leaves no second one.
   * @param migrations those that the database has
   * @returns the file
   * @throws UserError `backup-failed`
   */
  async make(db: DataSource, migrations: readonly string[]): Promise<string> {
    const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const state = migrations.at(-1) ?? '';
    const file = path.join(this.folder, `${time}-${state}.ndjson.gz`);
    const draft = `${file}.part`;
    try {
      await mkdir(this.folder, { recursive: true, mode: PRIVATE });
      await pipeline(
        Readable.from(exportDatabase(db, migrations)),
        createGzip(),
        createWriteStream(draft, { mode: 0o600 }),
      );
      await flushed(draft);
      await rename(draft, file);
    } catch (thrown) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw new UserError(message('error.backup-failed', { folder: this.folder, why: messageOf(thrown) }), {
        cause: thrown,
      });
    }
    await this.prune(path.basename(file), state);
    return file;
  }

  /** The newest backup; null if there is none. */
  async newest(): Promise<string | null> {
    const name = (await this.list()).at(-1);
    return name === undefined ? null : path.join(this.folder, name);
  }

  /**
   * Replaces the database by a backup.
   * @returns the number of rows
   * @throws as {@link importDatabase}; UserError `backup-missing`
   */
  static async restore(db: DataSource, file: string): Promise<number> {
    try {
      return await importDatabase(db, linesOf(file));
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'EACCES')
        throw new UserError(message('error.backup-missing', { file }), { cause: thrown });
      if (code?.startsWith('Z_') === true) throw new UserError(message('error.backup-damaged'), { cause: thrown });
      throw thrown;
    }
  }

  /** Names, oldest first. */
  private async list(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => NAME.test(name)).sort();
  }

  private async prune(newest: string, state: string): Promise<void> {
    const others = (await this.list()).filter((name) => name !== newest);
    if (this.retained !== undefined) return this.remove(exceptLast(others, this.retained - 1));
    const repeated = others.filter((name) => NAME.exec(name)?.[1] === state);
    const old = others.filter((name) => !repeated.includes(name));
    await this.remove([...repeated, ...exceptLast(old, RETAINED - 1)]);
  }

  private async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(path.join(this.folder, name), { force: true });
  }
}

/** @param count of those that are left out; it may be 0, for which `slice(0, -count)` takes none */
const exceptLast = (names: readonly string[], count: number): readonly string[] =>
  names.slice(0, Math.max(0, names.length - count));

async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const text = streams.pipeline(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function flushed(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
