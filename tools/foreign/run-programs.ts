import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { messageOf } from '#libs/errors';
import { CHAOS_SETTINGS } from '../chaos/environment/test-environment.js';
import { repositoryRoot } from '../provider-sim/media/cached-folder.js';
import { startInstallation } from '../supervisor/index.js';
import { freePort } from '../supervisor/ports.js';
import { producerMedia } from './media.js';
import { MissingProgram, type Producer } from './producer.js';
import { RecordingApi, recordProducer } from './record.js';
import type { Results } from './results.js';

/** Producers that stream at the same time: they mostly wait, and each has up to four processes. */
const AT_ONCE = 6;
const SHORT_AT_ONCE = 12;
/** Length of a stream, s; a multiple of 16. */
const SECONDS = 48;
const SHORT_SECONDS = 16;
/** Some producers refuse access, or do not answer, once their stream has ended. */
const UNREACHABLE_S = 10;

interface Run {
  readonly producers: readonly Producer[];
  readonly isShort: boolean;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** Records the producers as channels of one installation, several at a time. */
export async function runProducers({ producers, isShort, signal, results, say }: Run): Promise<void> {
  const ready = await availableProducers(producers, results);
  if (ready.length === 0) return;
  await using cleaning = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'vodkeep-foreign-'));
  await chmod(dir, 0o755);
  cleaning.defer(() => rm(dir, { recursive: true, force: true }));
  const evidence = path.join(await repositoryRoot(), '.cache/foreign');
  const media = await producerMedia(isShort ? SHORT_SECONDS : SECONDS);
  const installation = await startInstallation({
    dataDir: path.join(dir, 'installation'),
    port: await freePort(),
    host: '127.0.0.1',
    storage: 'file',
    recorders: 2,
    signal,
    say: () => undefined,
  });
  cleaning.defer(() => installation.stop());
  const api = new RecordingApi(installation.url);
  await api.change({ ...CHAOS_SETTINGS, 'capture.unreachable_s': UNREACHABLE_S });
  const atOnce = pLimit(isShort ? SHORT_AT_ONCE : AT_ONCE);
  const context = { api, media, dir, evidence, signal };
  await Promise.all(
    ready.map((producer) =>
      atOnce(async () => {
        try {
          signal.throwIfAborted();
          const isOk = results.add(producer.id, await recordProducer(context, producer));
          if (!isOk)
            say(`      ${producer.id}: ${producer.about}; playlists and files: ${path.join(evidence, producer.id)}`);
        } catch (thrown) {
          if (!signal.aborted) results.fail(producer.id, messageOf(thrown));
        }
      }),
    ),
  );
}

/** Producers whose programs are available; the others count as skipped. Builds run one after another. */
async function availableProducers(producers: readonly Producer[], results: Results): Promise<Producer[]> {
  const ready: Producer[] = [];
  for (const producer of producers) {
    try {
      await producer.prepare();
      ready.push(producer);
    } catch (thrown) {
      if (!(thrown instanceof MissingProgram)) throw thrown;
      results.skip(producer.id, thrown.message);
    }
  }
  return ready;
}
