import path from 'node:path';
import { startHouse, type House } from '../../../../tools/supervisor/index.js';
import { freePort } from '../../../../tools/supervisor/ports.js';
import { HouseApi } from './house-api.js';

/** In the place of the first password that an operator sets on the page. */
export const PASSWORD = 'correct horse battery';

/** Channels are asked once a second, so that a story need not wait for its stream to be found. */
const QUICK = { 'live.poll_s': 1, 'capture.grace_s': 4 } as const;

/** A house of a test's own. It has no password: loopback is let in. */
export interface OpenHouse {
  readonly house: House;
  readonly api: HouseApi;
  /** Sets the password where no story has yet; the api is logged in afterwards. */
  readonly lock: () => Promise<void>;
}

interface Place {
  readonly basepath?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a house on `folder/name`, with quick polls. */
export async function openHouse(
  folder: string,
  name: string,
  { basepath = '', port, env = {} }: Place = {},
): Promise<OpenHouse> {
  const said: string[] = [];
  try {
    const house = await startHouse({
      dataDir: path.join(folder, name),
      port: port ?? (await freePort()),
      host: '127.0.0.1',
      basepath,
      env,
      say: (line) => {
        said.push(line);
      },
    });
    const api = new HouseApi(house.url);
    await api.set(QUICK);
    const lock = async (): Promise<void> => {
      await api.call('/api/v0/auth/password', { method: 'POST', body: { password: PASSWORD } });
      await api.logIn(PASSWORD);
    };
    return { house, api, lock };
  } catch (thrown) {
    throw new Error(`The house ${name} did not start: ${said.slice(-5).join(' | ')}`, { cause: thrown });
  }
}
