import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { guarded } from '../../supervisor/orphan-guard.js';
import { freePort } from '../../supervisor/ports.js';
import { waitUntilListening } from '../../supervisor/wait-for.js';

const START_TIMEOUT_MS = 20_000;

/** Starts a versitygw over a folder, for an installation that starts no S3 server of its own. */
export async function startS3Server(
  dir: string,
): Promise<{ readonly env: Readonly<Record<string, string>>; stop(): Promise<void> }> {
  const port = await freePort();
  const [accessKey, secretKey, bucket] = ['vodkeep', 'vodkeep-chaos-secret', 'vodkeep'];
  mkdirSync(join(dir, bucket), { recursive: true });
  const { file, args } = guarded(
    { file: 'versitygw', args: ['--port', `127.0.0.1:${String(port)}`, 'posix', dir], stopSignal: 'TERM' },
    dir,
  );
  const child = spawn(file, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { ...process.env, ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
  });
  const exited = once(child, 'exit');
  await Promise.race([waitUntilListening(port, AbortSignal.timeout(START_TIMEOUT_MS)), exited]);
  return {
    env: {
      VODKEEP_STORAGE: 's3',
      VODKEEP_S3_ENDPOINT: `http://127.0.0.1:${String(port)}`,
      VODKEEP_S3_REGION: 'us-east-1',
      VODKEEP_S3_BUCKET: bucket,
      VODKEEP_S3_ACCESS_KEY: accessKey,
      VODKEEP_S3_SECRET_KEY: secretKey,
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
