import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { allFrames, checkTones, readTones } from '../../provider-sim/frames/index.js';
import { childOf } from '../environment/api-client.js';
import type { Stream, StreamEnvironment } from '../environment/stream.js';
import { until } from '../../common/until.js';
import { UNAVAILABLE_LIMIT_MS, fetchServed } from './fetch-served.js';
import { judge, type ExcusedSegments } from './judge.js';
import { storedFiles } from './stored-files.js';

interface StreamCheck {
  readonly stream: Stream;
  /** Variables with the address of the storage. */
  readonly env: Readonly<Record<string, string>>;
  readonly excused?: ExcusedSegments;
}

/** Waits for the end of a stream's VOD and checks it. @throws OutsideError `never`, `wrong` */
export async function concludeStream(
  environment: StreamEnvironment,
  { stream, env, excused = [] }: StreamCheck,
): Promise<void> {
  const began = performance.now();
  const vod = await stream.waitUntilFinished();
  const waitedS = (performance.now() - began) / 1000;
  const file = join(environment.dir, 'finished');
  await writeFile(
    file,
    await fetchServed('the finished file', `${environment.api.url}${vod.files[0]?.url ?? ''}`, environment.signal),
  );
  const vods = await stream.vods();
  const { log } = stream;
  const read = await allFrames(file);
  const sound = checkTones(read, await readTones(file), { fps: log.fps });
  const stored = await until(
    'the stored files are listed',
    { signal: environment.signal, limitMs: UNAVAILABLE_LIMIT_MS },
    () => storedFiles(env, vod.uuid, environment.channel),
  );
  const verdict = judge(
    log,
    {
      vods: vods.length,
      files: vod.files.length,
      stored,
      read,
      sound,
    },
    excused,
  );
  const parts = vod.parts
    .map(({ recorder, cause, segments }) => `${childOf(recorder)}:${cause ?? 'open'}:${String(segments)}`)
    .join(' ');
  environment.say(
    `found: VOD ${vod.uuid.slice(0, 8)}, ${String(verdict.frames)} frames of ${String(log.segments.length)} segments, parts ${parts}, ${String(vod.missing_ms)} ms shown as missing, finished ${waitedS.toFixed(1)} s after its end${verdict.excusedFrames > 0 ? `; ${String(verdict.excusedFrames)} frames left the list meanwhile` : ''}`,
  );
  if (verdict.wrong.length > 0) throw new OutsideError(untranslated('wrong', verdict.wrong.join('; ')));
}
