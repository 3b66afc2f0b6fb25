import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError, untranslated } from '#libs/errors';
import type { ThirdPartyPlan } from './child-plan.js';
import { programPath } from './program-path.js';
import { waitUntilListening } from './wait-for.js';

interface S3Settings {
  readonly port: number;
  readonly rootDir: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/**
 * A local S3 server (versitygw over a folder) for chaos tests, e2e tests and benches. Operators use their own S3
 * service.
 * @throws UserError `versitygw`: when it is missing
 */
export function s3Plan(settings: S3Settings, path: string): ThirdPartyPlan {
  const file = programPath('versitygw', path);
  if (file === null)
    throw new UserError(
      untranslated(
        'versitygw',
        'versitygw is missing; npm test installs it into .tools/bin. Operators set VODKEEP_S3_ENDPOINT to their own S3 service',
      ),
    );
  mkdirSync(join(settings.rootDir, settings.bucket), { recursive: true });
  return {
    kind: 'third-party',
    name: 's3',
    title: 'S3 server',
    file,
    args: ['--port', `127.0.0.1:${String(settings.port)}`, 'posix', settings.rootDir],
    env: { PATH: path, ROOT_ACCESS_KEY: settings.accessKey, ROOT_SECRET_KEY: settings.secretKey },
    stopSignal: 'TERM',
    readyLimitMs: 60_000,
    stopLimitMs: 10_000,
    ready: async (_child, signal) => {
      await waitUntilListening(settings.port, signal);
    },
  };
}
