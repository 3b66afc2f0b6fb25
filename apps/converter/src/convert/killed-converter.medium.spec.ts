import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { objectKeys } from '#libs/contracts';
import { openStorage } from '#libs/storage';
import { readFrameNumbers } from '#libs/testkit';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMMAND, putRecording, VOD } from '../../test/recording.fixture.js';

jest.setTimeout(180_000);
const ROOT = path.resolve(import.meta.dirname, '../../../..');
let dir = '';
const at = (...names: string[]): string => path.join(dir, ...names);

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'killed-'));
  await build();
  // Reads its input as fast as it plays, so that there is a middle to strike in.
  await mkdir(at('slow'));
  await mkdir(at('work'));
  const ffmpeg = execFileSync('sh', ['-c', 'command -v ffmpeg']).toString().trim();
  await writeFile(at('slow', 'ffmpeg'), `#!/bin/sh\nexec ${ffmpeg} -re "$@"\n`, { mode: 0o755 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Node cannot run decorators from source. */
async function build(): Promise<void> {
  const config = {
    extends: path.join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { rootDir: ROOT, outDir: at('dist'), noCheck: true, sourceMap: false, types: [] },
    files: [path.join(ROOT, 'apps/converter/test/one-conversion.fixture.ts')],
  };
  await writeFile(at('tsconfig.json'), JSON.stringify(config));
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', at('tsconfig.json')], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  await writeFile(
    at('dist', 'package.json'),
    JSON.stringify({ type: 'module', imports: { '#libs/*': './libs/*/src/index.js' } }),
  );
  await symlink(path.join(ROOT, 'node_modules'), at('dist', 'node_modules'));
}

function convertOnce(binaries: string): ChildProcess {
  const args = [
    at('dist/apps/converter/test/one-conversion.fixture.js'),
    at('storage'),
    at('work'),
    JSON.stringify(COMMAND),
  ];
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: `${binaries}:${process.env['PATH'] ?? ''}` },
  });
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}

/** Resolves when a file below the work folder has that many bytes. */
async function grown(file: string, bytes: number): Promise<void> {
  for await (const _ of watch(at('work'), { recursive: true })) if ((await sizeOf(file)) >= bytes) return;
}

it('makes one right mp4 when the converter is killed in the middle and the command comes again', async () => {
  const storage = await openStorage({ kind: 'file', rootDir: at('storage'), sync: 'off' });
  await putRecording(storage, at('media'));
  const first = convertOnce(at('slow'));
  const half = at('work', `converter-${String(first.pid)}`, `${COMMAND.attempt}-f0.mp4`);
  await grown(half, 10_000);
  first.kill('SIGKILL');
  expect((await once(first, 'exit'))[1]).toBe('SIGKILL');
  expect(await sizeOf(half)).toBeGreaterThan(0);
  expect(await storage.head(objectKeys.file(VOD, 'f0', `${COMMAND.attempt}.mp4`))).toBeNull();

  const second = convertOnce('');
  let said = '';
  second.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(second, 'close');
  expect(said.match(/^convert-\w+$/gm)).toEqual(['convert-started', 'convert-done']);
  const files: string[] = [];
  for await (const { key } of storage.list(objectKeys.files(VOD))) if (key.endsWith('.mp4')) files.push(key);
  expect(files).toEqual([objectKeys.file(VOD, 'f0', `${COMMAND.attempt}.mp4`)]);
  await writeFile(at('out.mp4'), await storage.read(files[0] ?? ''));
  expect(await readFrameNumbers(at('out.mp4'))).toEqual(Array.from({ length: 150 }, (_, i) => i));
  expect(await readdir(at('work'))).toEqual([]);
  await storage.close();
});
