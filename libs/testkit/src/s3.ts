import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { freePort } from '../../../tools/supervisor/ports.js';

const BINARY = path.resolve(import.meta.dirname, '../../../.tools/bin/versitygw');
const START_MS = 20_000;

/** A separate S3 server (versitygw) for one test, on a free port, with an empty bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly region: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
  /** Sends SIGKILL; the data remains. */
  kill(): Promise<void>;
  /** After `kill`: restarts with the same data on the same port. */
  restart(): Promise<void>;
}

/**
 * @throws OutsideError `s3-server-missing`: versitygw is neither in `.tools/bin` (created by `npm test`) nor on PATH
 */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vodkeep-s3-'));
  const settings = {
    accessKey: 'vodkeep-test',
    secretKey: 'vodkeep-test-secret',
    bucket: 'vodkeep',
    region: 'us-east-1',
  };
  // The folders in the root of the posix back-end are its buckets. Side-car metadata also works on file systems without
  // extended attributes.
  const [data, meta] = [path.join(folder, 'data'), path.join(folder, 'meta')];
  await mkdir(path.join(data, settings.bucket), { recursive: true });
  await mkdir(meta);
  const port = await freePort();
  const args = [
    '--access',
    settings.accessKey,
    '--secret',
    settings.secretKey,
    '--quiet',
    '--keep-alive',
    '--port',
    `127.0.0.1:${port}`,
    'posix',
    '--sidecar',
    meta,
    data,
  ];
  let child = await run(args, port);
  const kill = async (): Promise<void> => {
    await end(child);
  };
  return {
    ...settings,
    endpoint: `http://127.0.0.1:${port}`,
    kill,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
    restart: async () => {
      child = await run(args, port);
    },
  };
}

async function run(args: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn(existsSync(BINARY) ? BINARY : 'versitygw', args, { stdio: 'ignore' });
  const faults: Error[] = [];
  child.on('error', (error) => {
    faults.push(error);
  });
  const deadline = AbortSignal.timeout(START_MS);
  while (!(await answers(port))) {
    if (faults.length > 0)
      throw new OutsideError(
        untranslated('s3-server-missing', 'versitygw cannot be started: run `npm test` once, or put it on PATH.'),
        { cause: faults[0] },
      );
    if (child.exitCode !== null || deadline.aborted)
      throw new OutsideError(
        untranslated('s3-server-failed', `versitygw did not start (exit ${child.exitCode ?? 'none'}).`),
      );
    await delay(50);
  }
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
