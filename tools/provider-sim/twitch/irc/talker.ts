import { Seeded, seedOf } from '../seeded.js';
import type { TwitchAction } from '../twitch-spec.js';
import type { TwitchChannel } from '../world.js';
import { bitsOf } from './line-templates.js';
import type { ChatRoom } from './chat-room.js';
import { Repertoire } from './repertoire.js';
import { castOf, guest } from './viewer.js';

type Say = Extract<TwitchAction, { do: 'say' }>;
type Burst = Extract<TwitchAction, { do: 'burst' }>;

const TICK_MS = 50;
const ACTION = /^\/me /;
const seedFor = (channel: TwitchChannel, seed: number): number => seedOf(`${channel.userId} ${String(seed)}`);

/** All simulated users of one channel's chat. */
export class Talker {
  private readonly repertoire: Repertoire;
  private readonly pace: Seeded;
  private timer: NodeJS.Timeout | undefined;
  private readonly bursts = new Set<NodeJS.Timeout>();

  constructor(
    private readonly room: ChatRoom,
    seed: number,
  ) {
    const own = seedFor(room.channel, seed);
    this.repertoire = new Repertoire(room, own, new Seeded(own ^ Date.now()));
    this.pace = new Seeded(own);
  }

  static regulars(channel: TwitchChannel, seed: number): readonly string[] {
    return castOf(seedFor(channel, seed)).map(({ login }) => login);
  }

  /** Sends messages until `stop`, with random pauses around the rate of `chatPerMinute`. */
  start(): void {
    this.stop();
    const perMinute = this.room.channel.spec.chatPerMinute ?? 0;
    if (perMinute <= 0) return;
    this.timer = setTimeout(
      () => {
        this.room.say(this.repertoire.next(Date.now()));
        this.start();
      },
      (60_000 / perMinute) * (0.4 + 1.2 * this.pace.next()),
    );
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Stops all messages, including bursts. */
  end(): void {
    this.stop();
    for (const burst of this.bursts) clearInterval(burst);
    this.bursts.clear();
  }

  /**
   * Sends a raw line, or a message: `{at}` becomes its own time, known emotes get their ranges, cheers their bits,
   * `/me` becomes an action. Without a text, sends the next line of the repertoire.
   */
  say({ login, text, raw }: Say): void {
    const at = Date.now();
    if (raw !== undefined) {
      this.room.say([raw]);
      return;
    }
    if (text === undefined && login === undefined) {
      this.room.say(this.repertoire.next(at));
      return;
    }
    const by = this.repertoire.cast.find((viewer) => viewer.login === login) ?? guest(login ?? 'mossy');
    const content = (text ?? 'hello').replaceAll('{at}', String(at));
    const body = content.replace(ACTION, '');
    this.room.say([
      this.repertoire.say(
        { by, text: body, bits: bitsOf(body), ...(ACTION.test(content) ? { action: 'whole' as const } : {}) },
        at,
      ),
    ]);
  }

  /**
   * Sends many messages at a constant rate; each ends with its number from 0, so that a missing one can be detected.
   */
  burst({ perSecond, seconds }: Burst): void {
    const began = Date.now();
    const total = Math.round(perSecond * seconds);
    let content = 0;
    const timer = setInterval(() => {
      const now = Date.now();
      const due = Math.min(total, Math.ceil(((now - began) / 1000) * perSecond));
      const lines: string[] = [];
      for (; content < due; content++) lines.push(this.repertoire.usual(now, String(content)));
      if (lines.length > 0) this.room.say(lines, { isBurst: true });
      if (content < total) return;
      clearInterval(timer);
      this.bursts.delete(timer);
    }, TICK_MS);
    this.bursts.add(timer);
  }
}
