import { emotePrefix, GLOBAL_EMOTES } from '../emotes/twitch-emotes.js';
import { uuidOf, type Seeded } from '../seeded.js';
import type { Sent } from './moderation.js';
import { HARD_TEXTS, LONG_TEXT, PHRASES, THIRD_PARTY_TEXTS } from './phrases.js';
import type { Privmsg, Tags } from './privmsg.js';
import type { Viewer } from './viewer.js';

/** Input of a line template. */
interface LineContext {
  readonly chance: Seeded;
  readonly by: Viewer;
  /** An earlier message that a reply can refer to; null at the start. */
  readonly earlier: Sent | null;
  readonly roomId: string;
  readonly channel: { readonly spec: { readonly displayName: string } };
}

/** One kind of message. */
export type LineTemplate = (context: LineContext) => Privmsg;

const plain: LineTemplate = ({ chance, by }) => ({ by, text: chance.pick(PHRASES) });
const tagged =
  (tags: Tags): LineTemplate =>
  (context) => ({ ...plain(context), tags });
const text =
  (fixed: string, more: Omit<Privmsg, 'by' | 'text'> = {}): LineTemplate =>
  ({ by }) => ({ by, text: fixed, ...more });
const withEmotes: LineTemplate = ({ chance, by }) => {
  const { name } = chance.pick(GLOBAL_EMOTES);
  return {
    by,
    text: chance.pick([
      `${name} ${name} ${name}`,
      `${chance.pick(PHRASES)} ${name}`,
      `${name} ${chance.pick(PHRASES)} ${name}`,
      name,
    ]),
  };
};
const ofChannel: LineTemplate = ({ chance, by, channel }) => ({
  by,
  text: `${emotePrefix(channel)}${chance.pick(['Hype', 'Love', 'Dance', 'Gg', 'Lurk'])} ${chance.pick(PHRASES)}`,
});
const thirdParty: LineTemplate = ({ chance, by }) => ({ by, text: chance.pick(THIRD_PARTY_TEXTS) });
const cheer =
  (phrase: string): LineTemplate =>
  ({ by }) => ({ by, text: phrase, bits: bitsOf(phrase) });

const displayed = ({ displayName, login }: Viewer): string => (displayName.trim() === '' ? login : displayName.trim());
/** `thread`: the message that is replied to is itself a reply to an older one. */
const reply =
  (thread: boolean): LineTemplate =>
  (context) => {
    const { earlier } = context;
    const content = plain(context);
    if (!earlier) return content;
    const { by, id, text: body } = earlier;
    const root: Tags = thread
      ? {
          'reply-thread-parent-display-name': 'Mossy',
          'reply-thread-parent-msg-id': uuidOf(`root of ${id}`),
          'reply-thread-parent-user-id': '50000001',
          'reply-thread-parent-user-login': 'mossy',
        }
      : {
          'reply-thread-parent-display-name': displayed(by),
          'reply-thread-parent-msg-id': id,
          'reply-thread-parent-user-id': by.userId,
          'reply-thread-parent-user-login': by.login,
        };
    return {
      ...content,
      text: `@${displayed(by)} ${content.text}`,
      tags: {
        'reply-parent-display-name': by.displayName,
        'reply-parent-msg-body': body,
        'reply-parent-msg-id': id,
        'reply-parent-user-id': by.userId,
        'reply-parent-user-login': by.login,
        ...root,
      },
    };
  };

/** Shared chat: a message of this room, or a copy of another room's. */
const shared =
  (own: boolean): LineTemplate =>
  (context) => {
    const id = uuidOf(`shared ${context.chance.hex(16)}`);
    return {
      ...plain(context),
      tags: {
        'source-badge-info': 'subscriber/2',
        'source-badges': 'subscriber/0',
        'source-id': id,
        'source-only': 0,
        'source-room-id': own ? context.roomId : '70000001',
        ...(own ? { id } : {}),
      },
    };
  };
const hypeChat = tagged({
  'pinned-chat-paid-amount': 500,
  'pinned-chat-paid-canonical-amount': 500,
  'pinned-chat-paid-currency': 'USD',
  'pinned-chat-paid-exponent': 2,
  'pinned-chat-paid-is-system-message': 0,
  'pinned-chat-paid-level': 'TWO',
});

/** Malformed ranges that Twitch has sent (docs/reference/twitch.md#chat-lines). */
const MALFORMED_EMOTES = [
  '25:04',
  '25:4-0',
  '25:0-4,90-94',
  '25:-1-3',
  '25:',
  ':0-4',
  '25:0-4/',
  '25:a-b',
  '25:0-4,0-4',
];
const ODD_TAGS: readonly Tags[] = [
  { 'color': '', 'display-name': '', 'badges': '', 'badge-info': '', 'user-type': '' },
  { 'badge-info': null, 'badges': null, 'color': null, 'flags': null },
  { 'new-tag-of-next-year': '1;2 3\\4', 'client-nonce': 'f3a1' },
  { flags: '0-4:P.5,6-8:A.3/I.2' },
  { 'badges': 'moments/1,clip-champ/x-1', 'badge-info': '' },
  { color: '#abc' },
  { 'user-type': 'staff', 'badges': 'staff/1' },
  { 'mod': 1, 'user-type': 'mod', 'badges': 'moderator/1' },
  { 'display-name': 'a\\b;c d' },
  { 'user-id': '' },
];

/** Most common messages. */
export const USUAL_LINES: readonly LineTemplate[] = [
  plain,
  plain,
  plain,
  withEmotes,
  withEmotes,
  ofChannel,
  thirdParty,
  plain,
  withEmotes,
  plain,
];

/** Rare messages; each occurs once per round. */
export const RARE_LINES: readonly LineTemplate[] = [
  reply(false),
  reply(false),
  reply(true),
  tagged({ 'first-msg': 1 }),
  tagged({ 'returning-chatter': 1 }),
  tagged({ 'msg-id': 'highlighted-message' }),
  tagged({ 'custom-reward-id': uuidOf('a reward') }),
  tagged({ 'msg-id': 'skip-subs-mode-message' }),
  shared(false),
  shared(true),
  hypeChat,
  cheer('Cheer100 well played'),
  cheer('cheer1 kappa50 Corgo1000 take them all'),
  cheer('uni5000'),
  text('Cheer100 but without bits'),
  text('waves slowly Kappa', { action: 'whole' }),
  text('waves until the text is cut off LUL', { action: 'cut' }),
  text('Kappa', { tags: { 'msg-id': 'gigantified-emote-message' } }),
  text('DinoDance', { tags: { 'msg-id': 'animated-message', 'animation-id': 'rainbow-eclipse' } }),
  text('Kappa_HF and back'),
  text('DinoDance PogBones :) <3'),
  text(LONG_TEXT),
  ...HARD_TEXTS.map((hard) => text(hard)),
  ...MALFORMED_EMOTES.map((emotes) => text('Kappa is broken here', { tags: { emotes } })),
  ...ODD_TAGS.map(tagged),
];

/** Prefixes that become a cheer when a number follows, for example `Cheer100`; case-insensitive. */
const CHEER_PREFIXES = ['Cheer', 'PogChamp', 'Kappa', 'Corgo', 'uni'] as const;

const CHEER = new RegExp(`^(?:${CHEER_PREFIXES.join('|')})([1-9]\\d{0,5})$`, 'i');

/** Bits that a text spends: the sum of all its cheers. */
export function bitsOf(text: string): number {
  let bits = 0;
  for (const word of text.split(' ')) bits += Number(CHEER.exec(word)?.[1] ?? 0);
  return bits;
}
