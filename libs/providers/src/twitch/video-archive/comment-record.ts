import { ms } from '#libs/contracts';
import { type PastComment } from '../../kit/video-archive.js';
import { type CommentNode } from './comments.wire.js';

/** Deleted accounts have no name. */
const GONE = 'Deleted user';
const QUARTER_MS = 900_000;

type Message = PastComment['record'];

/**
 * Converts a comment into a chat record. The site reports neither /me nor bits for it: /me is ignored, and the bits are
 * counted in the text.
 * @param startedAt start of the video
 * @param seenAt ms since the Unix epoch
 */
export function commentRecord(
  { id, contentOffsetSeconds, createdAt, commenter, message }: CommentNode,
  { startedAt, seenAt }: { readonly startedAt: Date; readonly seenAt: number },
): PastComment {
  const { text, emotes } = textOfFragments(message.fragments ?? []);
  const offsetMs = offsetOf(contentOffsetSeconds, { startedAt: startedAt.getTime(), createdAt: Date.parse(createdAt) });
  const badges = (message.userBadges ?? []).flatMap((badge) =>
    badge && badge.setID !== '' ? [{ set: badge.setID, version: badge.version }] : [],
  );
  const color = /^#[0-9a-f]{6}$/i.test(message.userColor ?? '') ? message.userColor : null;
  const { id: userId, login, displayName } = commenter ?? { id: '', login: '', displayName: GONE };
  return {
    offsetMs: ms(offsetMs),
    record: {
      t: 'message',
      id,
      at: startedAt.getTime() + offsetMs,
      seenAt,
      author: { id: userId, login, name: displayName || login, color, badges },
      text,
      emotes,
      tags: {},
      action: false,
      bits: bitsIn(text),
    },
  };
}

/** The position of an emote is that of its fragment. An emote whose text the site has lost is shown by its id. */
function textOfFragments(
  fragments: NonNullable<CommentNode['message']['fragments']>,
): Pick<Message, 'text' | 'emotes'> {
  const emotes: Message['emotes'] = [];
  let text = '';
  let points = 0;
  for (const { text: fragment, emote } of fragments) {
    const shown = fragment === '' && emote ? emote.emoteID : fragment;
    const length = Array.from(shown).length;
    if (emote && length > 0) emotes.push({ id: emote.emoteID, begin: points, end: points + length });
    text += shown;
    points += length;
  }
  return { text, emotes };
}

/**
 * Offsets are whole seconds; `createdAt` supplies the milliseconds. Since April 2025, `createdAt` has been wrong by
 * whole time zones, so multiples of a quarter of an hour are subtracted; if it still differs by more than 1.5 s, it is
 * ignored.
 */
function offsetOf(
  seconds: number,
  { startedAt, createdAt }: { readonly startedAt: number; readonly createdAt: number },
): number {
  const wholeMs = Math.floor(seconds) * 1000;
  const off = createdAt - startedAt - wholeMs;
  if (Number.isNaN(off)) return wholeMs;
  const rest = off - Math.round(off / QUARTER_MS) * QUARTER_MS;
  return rest >= -1500 && rest < 1500 ? wholeMs + Math.min(Math.max(rest, 0), 999) : wholeMs;
}

/** Global cheermotes of Twitch (its list at https://www.twitch.tv/bits, Aug 2026); those of channels end in `Cheer`. */
const PREFIXES = [
  '4Head',
  'Anon',
  'BibleThump',
  'BitBoss',
  'bday',
  'Charity',
  'Cheer',
  'cheerwhal',
  'Corgo',
  'DansGame',
  'DoodleCheer',
  'EleGiggle',
  'FailFish',
  'FrankerZ',
  'Goal',
  'HeyGuys',
  'HolidayCheer',
  'Kappa',
  'Kreygasm',
  'MrDestructoid',
  'Muxy',
  'NotLikeThis',
  'Party',
  'PJSalt',
  'Pride',
  'RIPCheer',
  'Scoops',
  'SeemsGood',
  'Shamrock',
  'ShowLove',
  'Streamlabs',
  'SwiftRage',
  'TriHard',
  'uni',
  'VoHiYo',
];
const CHEER = new RegExp(`^(?:${PREFIXES.join('|')}|\\w+cheer)([1-9]\\d{0,6})$`, 'i');

/** Counts the bits in a text: comments of a video have no field for them (docs/reference/twitch.md#past-chat). */
function bitsIn(text: string): number {
  return text.split(/\s+/).reduce((sum, word) => sum + Number(CHEER.exec(word)?.[1] ?? 0), 0);
}
