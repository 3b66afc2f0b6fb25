import type { Vod } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import type { ChannelLog, SimLog } from '../../provider-sim/index.js';
import { GivenUp, until } from '../../common/until.js';
import type { ApiClient } from './api-client.js';
import type { TestEnvironment } from './test-environment.js';

const PROGRESS_LIMIT_MS = 40_000;
const FINISH_LIMIT_MS = 240_000;
/** Many streams are finished at the same time, and nothing follows at the very moment. */
const FINISH_CHECK_MS = 500;

/** What a viewer could have received, from the log of the channel. */
type ReadLog = (sim: Pick<SimLog, 'channels'>, channel: string) => ChannelLog | undefined;

export interface StreamEnvironment extends TestEnvironment {
  readonly api: ApiClient;
}

/** One broadcast of a scenario's channel, and the VOD that the installation makes from it. */
export class Stream {
  private constructor(
    private readonly environment: StreamEnvironment,
    readonly channelUuid: string,
    private readonly readLog: ReadLog,
  ) {}

  /**
   * Stream of a channel that the installation already follows.
   * @param readLog what a viewer could have received; default: everything that the channel offered
   */
  static of(
    environment: StreamEnvironment,
    channelUuid: string,
    readLog: ReadLog = (sim, channel) => sim.channels[channel],
  ): Stream {
    return new Stream(environment, channelUuid, readLog);
  }

  /**
   * Follows the channel, starts the broadcast, and waits until a recorder writes and at least `pace.before` and
   * `atLeast` segments are published.
   */
  static async goLive(environment: StreamEnvironment, atLeast = 0): Promise<Stream> {
    const { sim, channel, api, pace } = environment;
    const url = sim.channels.find(({ name }) => name === channel)?.url;
    if (url === undefined) throw new OutsideError(untranslated('no-channel', `the sim has no channel ${channel}`));
    const { uuid } = await api.follow(channel, url);
    const stream = Stream.of(environment, uuid);
    sim.act(channel, { do: 'start' });
    await stream.waitUntilWritten();
    await stream.waitForSegments(Math.max(pace.before, atLeast));
    return stream;
  }

  get log(): ChannelLog {
    const { sim, channel } = this.environment;
    const found = sim.channelLog(channel);
    const log = found && this.readLog({ channels: { [channel]: found } }, channel);
    if (log === undefined) throw new OutsideError(untranslated('no-channel', `the sim has no channel ${channel}`));
    return log;
  }

  /** The only VOD of the channel; null if there is none. */
  async vod(): Promise<Vod | null> {
    return (await this.vods())[0] ?? null;
  }
  vods(): Promise<Vod[]> {
    return this.environment.api.vodsOf(this.channelUuid);
  }

  /** Waits until a recorder (other than `not`) reports that it has stored media. */
  waitUntilWritten(not: string | null = null): Promise<Vod> {
    return until(
      not === null ? 'a recorder writes' : `a recorder other than ${not} writes`,
      this.waitOptions(PROGRESS_LIMIT_MS),
      async () => {
        const vod = await this.vod();
        return vod?.live?.state === 'writing' && vod.live.bytes > 0 && vod.live.recorder !== not ? vod : null;
      },
    );
  }

  /** Waits until the sim has published this many more segments. */
  async waitForSegments(segments: number): Promise<void> {
    const wanted = this.log.segments.length + segments;
    await until(
      `${String(segments)} more segments of ${this.environment.channel}`,
      this.waitOptions((segments + 30) * 1000),
      () => this.log.segments.length >= wanted,
    );
  }

  /**
   * Waits until another segment is fetched. While a recorder runs, that proves that it works.
   * @returns when it fetched the segment, ms since the Unix epoch
   */
  async waitUntilFetched(since: number): Promise<number> {
    return until(
      'another segment is fetched',
      this.waitOptions(PROGRESS_LIMIT_MS),
      () => this.fetchedAt().find((at) => at > since) ?? null,
    );
  }

  /**
   * Waits until a recorder fetches what was published during an outage: it starts with the oldest segment in the list,
   * while the live check of the API reads the newest one.
   * @returns when it fetched the first of them, ms since the Unix epoch
   */
  async waitUntilBackfilled(since: number): Promise<number> {
    return until('segments of the outage are fetched', this.waitOptions(PROGRESS_LIMIT_MS), () =>
      firstFetchBehindEdge(this.log, since),
    );
  }

  /** When a recorder fetched the newest segment, ms since the Unix epoch; null before the first. */
  lastFetchedAt(): number | null {
    return this.fetchedAt().at(-1) ?? null;
  }

  private fetchedAt(): number[] {
    return this.log.requests.flatMap(({ at, kind, status }) => (kind === 'segment' && status === 200 ? [at] : []));
  }

  end(): void {
    this.environment.sim.act(this.environment.channel, { do: 'end', how: 'endlist' });
  }

  /**
   * @throws OutsideError `never`: when the VOD is not finished in time; `given-up`: when the installation reports that
   *   it failed
   */
  waitUntilFinished(): Promise<Vod> {
    const options = { ...this.waitOptions(FINISH_LIMIT_MS), everyMs: FINISH_CHECK_MS };
    return until('the VOD is finished', options, async () => {
      const vod = await this.vod();
      if (vod?.state === 'failed') throw new GivenUp(`the VOD failed: ${vod.state_reason}`);
      return vod?.state === 'finalized' && vod.files.length > 0 ? vod : null;
    });
  }

  private waitOptions(limitMs: number): { readonly signal: AbortSignal; readonly limitMs: number } {
    return { signal: this.environment.signal, limitMs };
  }
}

/** The newest segments of a list. Some are published between the reading of the list and the request. */
const EDGE_SEGMENTS = 4;

/** When the first segment was fetched that was not near the live edge, ms since the Unix epoch. */
function firstFetchBehindEdge({ requests, segments }: ChannelLog, since: number): number | null {
  const isBehind = (seq: number | null, at: number): boolean => {
    const published = segments.filter(({ publishedAt }) => publishedAt <= at);
    return !published.slice(-EDGE_SEGMENTS).some((segment) => segment.seq === seq);
  };
  const first = requests.find(
    ({ at, kind, status, seq }) => at > since && kind === 'segment' && status === 200 && isBehind(seq, at),
  );
  return first?.at ?? null;
}
