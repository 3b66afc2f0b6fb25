import { channelEmotes, GLOBAL_EMOTES, MODIFIED_EMOTE, type TwitchEmote } from '../emotes/twitch-emotes.js';
import { Seeded } from '../seeded.js';
import type { TwitchChannel } from '../world.js';
import { RARE_LINES, USUAL_LINES, type LineTemplate } from './line-templates.js';
import { ban, channelNotice, clearChat, deleteMessage, type Sent } from './moderation.js';
import { privmsg, type Moment, type Privmsg } from './privmsg.js';
import { changedRoomState, type RoomState } from './room-state.js';
import { mysteryGift, NOTICE_KINDS, usernotice, type NoticeKind } from './usernotice.js';
import { ANONYMOUS_GIFTER, broadcasterOf, castOf, type Viewer } from './viewer.js';

/** The channel and room state that the lines change. */
export interface ChatScene {
  readonly channel: TwitchChannel;
  state: RoomState;
}
type Play = (at: number) => readonly string[];

/** Number of newest messages that moderators choose from. */
const REMEMBERED = 40;
/** Number of usual messages per rare line. */
const USUAL_SHARE = 3;
const TIMEOUT_S = 600;

const ROOM_CHANGES: readonly {
  readonly key: keyof RoomState;
  readonly on: Partial<RoomState>;
  readonly off: Partial<RoomState>;
  readonly notices: readonly (readonly [string, string])[];
}[] = [
  {
    key: 'slow',
    on: { slow: 10 },
    off: { slow: 0 },
    notices: [
      ['slow_on', 'This room is now in slow mode. You may send messages every 10 seconds.'],
      ['slow_off', 'This room is no longer in slow mode.'],
    ],
  },
  {
    key: 'emoteOnly',
    on: { emoteOnly: true },
    off: { emoteOnly: false },
    notices: [
      ['emote_only_on', 'This room is now in emote-only mode.'],
      ['emote_only_off', 'This room is no longer in emote-only mode.'],
    ],
  },
  {
    key: 'followersOnly',
    on: { followersOnly: 0 },
    off: { followersOnly: -1 },
    notices: [
      ['followers_on_zero', 'This room is now in followers-only mode.'],
      ['followers_off', 'This room is no longer in followers-only mode.'],
    ],
  },
  {
    key: 'subsOnly',
    on: { subsOnly: true },
    off: { subsOnly: false },
    notices: [
      ['subs_on', 'This room is now in subscribers-only mode.'],
      ['subs_off', 'This room is no longer in subscribers-only mode.'],
    ],
  },
  {
    key: 'r9k',
    on: { r9k: true },
    off: { r9k: false },
    notices: [
      ['r9k_on', 'This room is now in unique-chat mode.'],
      ['r9k_off', 'This room is no longer in unique-chat mode.'],
    ],
  },
];

/** Generates all kinds of lines of a channel in a seeded order: each kind occurs once per round. */
export class Repertoire {
  readonly cast: readonly Viewer[];
  private readonly chance: Seeded;
  private readonly emotes: ReadonlyMap<string, TwitchEmote>;
  private readonly sent: Sent[] = [];
  private deck: Play[] = [];
  private changes = 0;

  /**
   * @param ids source of message ids; they must differ from those of an earlier run, or a recorder would treat the
   *   messages as duplicates
   */
  constructor(
    private readonly chatScene: ChatScene,
    seed: number,
    private readonly ids: Seeded,
  ) {
    this.chance = new Seeded(seed);
    this.cast = castOf(seed);
    this.emotes = new Map(
      [...GLOBAL_EMOTES, MODIFIED_EMOTE, ...channelEmotes(chatScene.channel)].map((emote) => [emote.name, emote]),
    );
  }

  /** One line, or several that belong together. */
  next(at: number): readonly string[] {
    if (this.deck.length === 0) this.deck = this.chance.shuffled(this.round());
    return this.deck.pop()?.(at) ?? [];
  }

  /** A usual message. @param mark text to append */
  usual(at: number, mark = ''): string {
    const drawn = this.draw(this.chance.pick(USUAL_LINES));
    return this.say(mark === '' ? drawn : { ...drawn, text: `${drawn.text} ${mark}` }, at);
  }

  say(drawn: Privmsg, at: number): string {
    const moment = this.moment(at);
    const own = drawn.tags?.['id'];
    this.sent.push({ id: typeof own === 'string' ? own : moment.id, by: drawn.by, text: drawn.text });
    if (this.sent.length > REMEMBERED) this.sent.shift();
    return privmsg(moment, drawn);
  }

  private round(): readonly Play[] {
    const rare: readonly Play[] = [
      ...RARE_LINES.map((card): Play => (at) => [this.say(this.draw(card), at)]),
      ...NOTICE_KINDS.map((kind): Play => (at) => [this.notice(kind, at)]),
      ...this.moderation(),
      (at) => this.gifts(this.viewer(), at),
      (at) => this.gifts(ANONYMOUS_GIFTER, at),
    ];
    const usual = Array.from({ length: rare.length * USUAL_SHARE }, (): Play => (at) => [this.usual(at)]);
    return [...rare, ...usual];
  }

  private moderation(): readonly Play[] {
    return [
      (at) => this.onSent(({ by }) => ban(this.moment(at), by, TIMEOUT_S)),
      (at) => this.onSent(({ by }) => ban(this.moment(at), by, 1)),
      (at) => this.onSent(({ by }) => ban(this.moment(at), by, null)),
      (at) => this.onSent((sent) => deleteMessage(this.moment(at), sent)),
      (at) => this.onSent((sent) => deleteMessage(this.moment(at), sent)),
      (at) => [clearChat(this.moment(at))],
      /* Changes the room state back and forth, so that a round leaves the room unchanged. */
      (at) => this.changeRoom(at),
      (at) => this.changeRoom(at),
    ];
  }

  private onSent(line: (sent: Sent) => string): readonly string[] {
    return this.sent.length === 0 ? [] : [line(this.chance.pick(this.sent))];
  }

  private changeRoom(at: number): readonly string[] {
    const { chatScene, changes } = this;
    const change = ROOM_CHANGES[Math.floor(changes / 2) % ROOM_CHANGES.length];
    if (!change) return [];
    const isOn = changes % 2 === 0;
    this.changes += 1;
    chatScene.state = { ...chatScene.state, ...(isOn ? change.on : change.off) };
    const [msgId, text] = change.notices[isOn ? 0 : 1] ?? ['', ''];
    return [
      changedRoomState(chatScene.channel, change.key, chatScene.state),
      channelNotice(this.moment(at), msgId, text),
    ];
  }

  private gifts(by: Viewer, at: number): readonly string[] {
    const recipients = Array.from({ length: this.chance.int(2, 5) }, () => this.viewer());
    return mysteryGift(
      [0, ...recipients.keys()].map(() => this.moment(at)),
      by,
      recipients,
    );
  }

  private notice(kind: NoticeKind, at: number): string {
    return usernotice(this.moment(at), kind(this.viewer(), this.viewer()));
  }

  private draw(card: LineTemplate): Privmsg {
    const { channel } = this.chatScene;
    const earlier = this.sent.length === 0 ? null : this.chance.pick(this.sent);
    return card({ chance: this.chance, by: this.viewer(), earlier, roomId: channel.userId, channel });
  }

  private viewer(): Viewer {
    return this.chance.chance(0.03) ? broadcasterOf(this.chatScene.channel) : this.chance.pick(this.cast);
  }

  private moment(at: number): Moment {
    const { channel } = this.chatScene;
    return { login: channel.login, roomId: channel.userId, at, id: this.ids.uuid(), emotes: this.emotes };
  }
}
