import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '#libs/errors';
import type { Installation } from '../../supervisor/index.js';
import type { Results } from '../results.js';
import { NotificationApi } from './notification-api.js';
import type { Receiver } from './receiver.js';

interface Checks {
  readonly receivers: readonly Receiver[];
  /** Folder of all runs. */
  readonly dir: string;
  readonly installation: Pick<Installation, 'url' | 'kill'>;
  readonly signal: AbortSignal;
  readonly results: Results;
}

/** Notifies the receivers from one installation, one after another. */
export async function checkReceivers({ receivers, dir, installation, signal, results }: Checks): Promise<void> {
  if (receivers.length === 0) return;
  const api = new NotificationApi(installation.url);
  await api.useOddTexts();
  for (const receiver of receivers) {
    const { id, about } = receiver;
    const folder = path.join(dir, id);
    await mkdir(folder);
    try {
      signal.throwIfAborted();
      results.addFaults(id, about, await receiver.check({ folder, api, installation, signal }));
    } catch (thrown) {
      if (!signal.aborted) results.fail(id, messageOf(thrown));
    }
  }
}
