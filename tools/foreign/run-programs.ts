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
import { checkReceivers } from './receivers/check-receivers.js';
import type { Receiver } from './receivers/receiver.js';
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
  readonly receivers: readonly Receiver[];
  readonly isShort: boolean;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/**
 * Records the producers as channels of one installation, several at a time, and checks the receivers of the short set
 * meanwhile. The other receivers follow, because their checks may kill the api.
 */
export async function runPrograms({ producers, receivers, isShort, signal, results, say }: Run): Promise<void> {
  const [ready, listening] = [await available(producers, results), await available(receivers, results)];
  if (ready.length + listening.length === 0) return;
  await using cleaning = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'vodkeep-foreign-'));
  await chmod(dir, 0o755);
  cleaning.defer(() => rm(dir, { recursive: true, force: true }));
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
  const check = (isBeside: boolean) =>
    checkReceivers({
      receivers: listening.filter((one) => one.isShort === isBeside),
      ...{ dir, installation, signal, results },
    });
  await Promise.all([check(true), record(ready, { api, dir, isShort, signal, results, say })]);
  await check(false);
}

interface Recording extends Omit<Run, 'producers' | 'receivers'> {
  readonly api: RecordingApi;
  readonly dir: string;
}

async function record(producers: readonly Producer[], run: Recording): Promise<void> {
  if (producers.length === 0) return;
  const { api, dir, isShort, signal, results, say } = run;
  const evidence = path.join(await repositoryRoot(), '.cache/foreign');
  const media = await producerMedia(isShort ? SHORT_SECONDS : SECONDS);
  const atOnce = pLimit(isShort ? SHORT_AT_ONCE : AT_ONCE);
  const context = { api, media, dir, evidence, signal };
  await Promise.all(
    producers.map((producer) =>
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

/** Those whose programs are available; the others count as skipped. Builds run one after another. */
async function available<P extends Producer | Receiver>(programs: readonly P[], results: Results): Promise<P[]> {
  const ready: P[] = [];
  for (const program of programs) {
    try {
      await program.prepare();
      ready.push(program);
    } catch (thrown) {
      if (!(thrown instanceof MissingProgram)) throw thrown;
      results.skip(program.id, thrown.message);
    }
  }
  return ready;
}
