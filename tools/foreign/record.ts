import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deleteJob, type Vod } from '#libs/contracts';
import { messageOf, OutsideError, untranslated } from '#libs/errors';
import { ApiClient } from '../chaos/environment/api-client.js';
import { until } from '../common/until.js';
import { fetchServed } from '../chaos/verdict/fetch-served.js';
import { allFrames, readTones } from '../provider-sim/frames/index.js';
import { SMALL_MEDIA } from '../provider-sim/index.js';
import { listen } from '../third-party/listen.js';
import { serveFolder } from '../third-party/serve-folder.js';
import { compareWithReference, type DecodedFile } from './compare.js';
import type { ProducerMedia, Producer, RunningProducer } from './producer.js';
import { startReference } from './reference.js';
import type { Outcome } from './results.js';

/** Limits of waiting, ms. */
const PLAYLIST_MS = 5000;
const ANSWER_MS = 60_000;
const APPEAR_MS = 20_000;
/** How much longer than its media a producer may run, on a busy machine. */
const OVERTIME_MS = 60_000;
/** From the end of the producer, and from the stop of a recording that did not end. */
const FINISH_MS = 120_000;
const STOPPED_MS = 60_000;

/** How much a VOD may be longer than its pictures: audio ends a little later than video. */
const LENGTH_TOLERANCE_MS = 500;

/** The installation's API, with the way to stop a recording. */
export class RecordingApi extends ApiClient {
  /** Does nothing if none runs. */
  async stopRecording(channel: string): Promise<void> {
    if ((await this.jobs()).some(({ name }) => name.startsWith(`capture_${channel}_`)))
      await this.call(deleteJob, { params: { name: `capture_${channel}_*` } });
  }
}

export interface RecordingContext {
  readonly api: RecordingApi;
  readonly media: ProducerMedia;
  /** Folder of all runs. */
  readonly dir: string;
  /** Folder that keeps what is needed to analyse a failure. */
  readonly evidence: string;
  readonly signal: AbortSignal;
}

/** Records the stream of a producer with Vodkeep and with the reference, and compares the two. */
export async function recordProducer(context: RecordingContext, producer: Producer): Promise<Outcome> {
  const folder = path.join(context.dir, producer.id);
  await mkdir(folder);
  await chmod(folder, 0o777);
  await using cleaning = new AsyncDisposableStack();
  const server = serveFolder(folder);
  const folderUrl = `http://127.0.0.1:${String(await listen(server))}/`;
  cleaning.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const running = await producer.start({ folder, folderUrl, media: context.media });
  cleaning.defer(() => running.stop());
  await untilAnswers(running, context.signal);
  // Awaited here: what is cleaned up at the end must live until then.
  return await new RecordedStream(context, producer, running).outcome();
}

async function untilAnswers(running: RunningProducer, signal: AbortSignal): Promise<void> {
  try {
    await until(`${running.url} answers`, { signal, limitMs: ANSWER_MS }, async () =>
      isPlaylist(await textOf(running.url)),
    );
  } catch (thrown) {
    const reason = `${messageOf(thrown)}; ${running.lastOutput().trim()}`;
    throw new OutsideError(untranslated('no-playlist', reason), { cause: thrown });
  }
}

const isPlaylist = (text: string): boolean => /#EXTM3U[^]*#(EXTINF|EXT-X-STREAM-INF)/.test(text);
const textOf = async (url: string): Promise<string> =>
  (await fetch(url, { signal: AbortSignal.timeout(PLAYLIST_MS) })).text();

/** One channel of the installation, and the reference's recording of the same stream. */
class RecordedStream {
  private readonly faults: string[] = [];
  private readonly evidence: string;
  private channel = '';

  constructor(
    private readonly context: RecordingContext,
    private readonly producer: Producer,
    private readonly running: RunningProducer,
  ) {
    this.evidence = path.join(context.evidence, producer.id);
  }

  async outcome(): Promise<Outcome> {
    await rm(this.evidence, { recursive: true, force: true });
    await mkdir(this.evidence, { recursive: true });
    await this.follow();
    const reference = startReference(this.running.url, path.join(this.evidence, 'reference.mkv'));
    try {
      await this.savePlaylist('live');
      await this.untilEnded();
      const vods = await this.finished();
      await this.savePlaylist('ended');
      await reference.stop();
      await writeFile(path.join(this.evidence, 'vods.json'), JSON.stringify(vods, null, 1));
      const files = await this.download(vods);
      const decoded = await Promise.all(files.map(decodedFile));
      const expected = await decodedFile(reference.file);
      this.checkLength(vods, decoded);
      return {
        comparison:
          expected.frames.length === 0
            ? null
            : compareWithReference(decoded, expected, {
                frames: SMALL_MEDIA.fps * this.context.media.seconds,
                clockPerReader: this.producer.clockPerReader === true,
              }),
        listsAll: this.producer.listsAll,
        faults: this.faults,
        about: aboutOf(vods),
      };
    } finally {
      await reference.stop();
    }
  }

  /**
   * Adds the channel and waits until Vodkeep records. The reference starts later, so it has nothing that Vodkeep could
   * not have.
   */
  private async follow(): Promise<void> {
    try {
      this.channel = (await this.context.api.follow(this.producer.id, this.running.url)).uuid;
    } catch (thrown) {
      this.faults.push(`the address is refused: ${messageOf(thrown)}`);
      return;
    }
    await this.patiently('a recording begins', APPEAR_MS, async () =>
      (await this.vods()).some(
        ({ live, state }) => state === 'failed' || (live?.state === 'writing' && live.bytes > 0),
      ),
    );
  }

  private async untilEnded(): Promise<void> {
    let hasEnded = false;
    void this.running.ended.finally(() => {
      hasEnded = true;
    });
    const { signal, media } = this.context;
    await until('the producer ends', { signal, limitMs: media.seconds * 1000 + OVERTIME_MS }, () => hasEnded);
  }

  /** The channel's VODs when all have their files. A recording that does not end is stopped, and this is a fault. */
  private async finished(): Promise<readonly Vod[]> {
    if (this.channel === '') return [];
    const isOver = async (): Promise<boolean> => {
      const vods = await this.vods();
      return (
        vods.length > 0 &&
        vods.every(({ state, files }) => state === 'failed' || (state === 'finalized' && files.length > 0))
      );
    };
    if (!(await this.patiently('the VOD is finished', FINISH_MS, isOver)) && (await this.vods()).length > 0) {
      for (const { state, state_reason } of await this.vods())
        this.faults.push(`its state is ${state} ${state_reason}`);
      await this.context.api.stopRecording(this.producer.id);
      await this.patiently('the VOD is finished after a stop', STOPPED_MS, isOver);
    }
    const vods = await this.vods();
    for (const { state, state_reason } of vods)
      if (state === 'failed') this.faults.push(`the VOD failed: ${state_reason}`);
    if (vods.length > 1) this.faults.push(`${String(vods.length)} VODs instead of one`);
    return vods;
  }

  /** The length that the API reports must be that of the pictures, with those before the first keyframe. */
  private checkLength(vods: readonly Vod[], files: readonly DecodedFile[]): void {
    const claimedMs = vods.reduce((sum, vod) => sum + vod.media_ms, 0);
    const picturesMs = files.reduce(
      (sum, { frames }) => sum + (frames[0]?.ptsMs ?? 0) + (frames.length * 1000) / SMALL_MEDIA.fps,
      0,
    );
    if (Math.abs(claimedMs - picturesMs) > LENGTH_TOLERANCE_MS)
      this.faults.push(`the VOD claims ${String(claimedMs)} ms for ${String(Math.round(picturesMs))} ms of pictures`);
  }

  private vods(): Promise<Vod[]> {
    return this.channel === '' ? Promise.resolve([]) : this.context.api.vodsOf(this.channel);
  }

  /** @returns whether it happened; if not, this is a fault of the outcome */
  private async patiently(what: string, limitMs: number, probe: () => Promise<boolean>): Promise<boolean> {
    const { signal } = this.context;
    try {
      return await until(what, { signal, limitMs }, probe);
    } catch (thrown) {
      signal.throwIfAborted();
      this.faults.push(messageOf(thrown));
      return false;
    }
  }

  private async download(vods: readonly Vod[]): Promise<string[]> {
    const { api, signal } = this.context;
    const files = [...vods].reverse().flatMap((vod) => vod.files);
    return Promise.all(
      files.map(async ({ url, basename }, i) => {
        const file = path.join(this.evidence, `${String(i)}-${basename}`);
        await writeFile(file, await fetchServed('the finished file', `${api.url}${url}`, signal));
        return file;
      }),
    );
  }

  /** Keeps the playlist, and the playlists that it names, for the report of a failure. */
  private async savePlaylist(when: string): Promise<void> {
    const text = await textOf(this.running.url).catch(messageOf);
    const names = [...text.matchAll(/^[^#\s].*\.m3u8.*$|URI="([^"]+\.m3u8[^"]*)"/gm)].map(([line, uri]) => uri ?? line);
    const nested = await Promise.all(
      names.map(
        async (name) => `\n--- ${name}\n${await textOf(new URL(name, this.running.url).href).catch(messageOf)}`,
      ),
    );
    await writeFile(path.join(this.evidence, `${when}.m3u8`), [text, ...nested].join('\n'));
  }
}

/** A file without a readable track has no frames or no tones. */
async function decodedFile(file: string): Promise<DecodedFile> {
  const [frames, tones] = await Promise.all([allFrames(file).catch(() => []), readTones(file).catch(() => [])]);
  return { frames, tones };
}

function aboutOf(vods: readonly Vod[]): string {
  if (vods.length === 0) return 'no VOD';
  const files = vods.reduce((sum, vod) => sum + vod.files.length, 0);
  const missingMs = vods.reduce((sum, vod) => sum + vod.missing_ms, 0);
  const parts = vods.reduce((sum, vod) => sum + vod.parts.length, 0);
  return `${String(parts)} parts, ${String(files)} files, ${String(missingMs)} ms missing`;
}
