import { OutsideError } from '#libs/errors';
import { sessionLog, type SimLog } from '../../provider-sim/index.js';
import { Stream } from '../stage/stream.js';
import { until } from '../until.js';
import { concludeStream } from '../verdict/conclude.js';
import type { Excused } from '../verdict/judge.js';
import { concludeChat, type FinishedChat } from './conclude-chat.js';
import { firstStoredAt } from '../../bench/measure/first-stored.js';
import type { SceneStage } from './scene.js';

const FOUND_MS = 90_000;

/** A scene's stream: when it went live, when the first of it was stored, and what became of it. */
export class Broadcast {
  private constructor(
    private readonly stage: SceneStage,
    readonly stream: Stream,
    readonly startedAt: number,
  ) {}

  static begin(stage: SceneStage): Broadcast {
    const stream = Stream.of(stage, stage.channelUuid, sessionLog);
    stage.sim.act(stage.channel, { do: 'start' });
    return new Broadcast(stage, stream, Date.now());
  }

  get log(): SimLog {
    return this.stage.sim.log();
  }

  /** Waits until something of it is stored. @returns when, ms since the Unix epoch */
  firstStored(): Promise<number> {
    const { signal, house } = this.stage;
    return until('the first segment is stored', { signal, limitMs: FOUND_MS }, async () => {
      const vod = await this.stream.vod();
      return vod && firstStoredAt(house.env['VODKEEP_STORAGE_DIR'] ?? '', vod.uuid);
    });
  }

  /** Says how long it took. @param since what it could not have begun before, where that is not going live */
  tellFirst(storedAt: number, since?: { readonly at: number; readonly what: string }): void {
    const after = (at: number): string => `${((storedAt - at) / 1000).toFixed(1)} s`;
    const more =
      since === undefined
        ? ''
        : storedAt < since.at
          ? `, before ${since.what}`
          : `, ${after(since.at)} after ${since.what}`;
    this.stage.say(`FIRST SEGMENT STORED ${after(this.startedAt)} after going live${more}`);
  }

  /**
   * Lets it go on for a while, ends it, and looks at what is there.
   * @param segments that it goes on for; the pace's when not given
   * @param excused what could not be had, once it has ended
   */
  async conclude(segments = this.stage.pace.after, excused: () => Excused = () => []): Promise<FinishedChat> {
    const { stage, stream } = this;
    await stream.offers(segments);
    stream.end();
    const missed = stream.log.segments.filter(({ withheld }) => withheld).length;
    if (missed > 0) stage.say(`${String(missed)} segments were gone from the list before it was found`);
    await concludeStream(stage, { stream, env: stage.house.env, excused: excused() });
    const vod = await stream.vod();
    if (vod === null) throw new OutsideError('wrong', 'the VOD is gone');
    return concludeChat(stage, vod.uuid);
  }
}
