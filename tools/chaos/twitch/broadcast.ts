import { OutsideError, untranslated } from '#libs/errors';
import { sessionLog, type SimLog } from '../../provider-sim/index.js';
import { Stream } from '../environment/stream.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';
import type { ExcusedSegments } from '../verdict/judge.js';
import { concludeChat, type FinishedChat } from './conclude-chat.js';
import { firstStoredAt } from '../../bench/measure/first-stored.js';
import type { TwitchEnvironment } from './scenario.js';

const DETECTION_LIMIT_MS = 90_000;

/** A scenario's stream: when it started, when its first segment was stored, and its result. */
export class Broadcast {
  private constructor(
    private readonly environment: TwitchEnvironment,
    readonly stream: Stream,
    readonly startedAt: number,
  ) {}

  static begin(environment: TwitchEnvironment): Broadcast {
    const stream = Stream.of(environment, environment.channelUuid, sessionLog);
    environment.sim.act(environment.channel, { do: 'start' });
    return new Broadcast(environment, stream, Date.now());
  }

  get log(): SimLog {
    return this.environment.sim.log();
  }

  /** Waits until a segment is stored. @returns when, ms since the Unix epoch */
  waitForFirstSegment(): Promise<number> {
    const { signal, installation } = this.environment;
    return until('the first segment is stored', { signal, limitMs: DETECTION_LIMIT_MS }, async () => {
      const vod = await this.stream.vod();
      return vod && firstStoredAt(installation.env['VODKEEP_STORAGE_DIR'] ?? '', vod.uuid);
    });
  }

  /** Reports how long the first segment took. @param since additional event from which the time is measured */
  reportFirst(storedAt: number, since?: { readonly at: number; readonly what: string }): void {
    const after = (at: number): string => `${((storedAt - at) / 1000).toFixed(1)} s`;
    const more =
      since === undefined
        ? ''
        : storedAt < since.at
          ? `, before ${since.what}`
          : `, ${after(since.at)} after ${since.what}`;
    this.environment.say(`FIRST SEGMENT STORED ${after(this.startedAt)} after going live${more}`);
  }

  /**
   * Lets the stream continue for a while, ends it, and checks the recording.
   * @param segments number of further segments; default: `pace.after`
   * @param excused segments that were impossible to fetch; called after the end
   */
  async conclude(
    segments = this.environment.pace.after,
    excused: () => ExcusedSegments = () => [],
  ): Promise<FinishedChat> {
    const { environment, stream } = this;
    await stream.waitForSegments(segments);
    stream.end();
    const missed = stream.log.segments.filter(({ withheld }) => withheld).length;
    if (missed > 0) environment.say(`${String(missed)} segments were gone from the list before it was found`);
    await concludeStream(environment, { stream, env: environment.installation.env, excused: excused() });
    const vod = await stream.vod();
    if (vod === null) throw new OutsideError(untranslated('wrong', 'the VOD is gone'));
    return concludeChat(environment, vod.uuid);
  }
}
