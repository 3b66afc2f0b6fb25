import path from 'node:path';
import { startInstallation, type Installation } from '#tools/supervisor/index.js';
import { freePort } from '#tools/supervisor/ports.js';
import { ApiClient } from './api-client.js';

/** The password that a test sets in place of an operator. */
export const PASSWORD = 'correct horse battery';

/** Polls channels every second, so that a test need not wait for its stream to be found. */
const QUICK = { 'live.poll_s': 1, 'capture.grace_s': 4 } as const;

/** An installation for one test. It has no password, and the API accepts loopback. */
export interface OpenInstallation {
  readonly installation: Installation;
  readonly api: ApiClient;
  /** Sets the password unless a test has set it; `api` is then logged in. */
  readonly lock: () => Promise<void>;
}

interface Place {
  readonly basepath?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts an installation on `folder/name`, with quick polls. */
export async function openInstallation(
  folder: string,
  name: string,
  { basepath = '', port, env = {} }: Place = {},
): Promise<OpenInstallation> {
  const lines: string[] = [];
  try {
    const installation = await startInstallation({
      dataDir: path.join(folder, name),
      port: port ?? (await freePort()),
      host: '127.0.0.1',
      basepath,
      env,
      say: (line) => {
        lines.push(line);
      },
    });
    const api = new ApiClient(installation.url);
    await api.set(QUICK);
    const lock = async (): Promise<void> => {
      await api.call('/api/v0/auth/password', { method: 'POST', body: { password: PASSWORD } });
      await api.logIn(PASSWORD);
    };
    return { installation, api, lock };
  } catch (thrown) {
    throw new Error(`The installation ${name} did not start: ${lines.slice(-5).join(' | ')}`, { cause: thrown });
  }
}
