import { tagOf, withoutTags } from '../irc/irc-line.js';
import type { PastVideo } from './past-video.js';
import type { ChatLine } from './video-chat.js';

const PAGE = 55;
/** A page by time starts this much before the requested second. */
const EARLIER_S = 2;

const cursorOf = (n: number): string => Buffer.from(JSON.stringify({ n })).toString('base64url');

function placeOf(cursor: string): number {
  try {
    return (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { readonly n: number }).n + 1;
  } catch {
    return 0;
  }
}

export interface CommentsQuery {
  readonly contentOffsetSeconds?: number | null;
  readonly cursor?: string | null;
}

/** A page of the comments of a video: from a second, or from a cursor. */
export function commentPage(
  video: PastVideo,
  lines: readonly ChatLine[],
  { contentOffsetSeconds, cursor }: CommentsQuery,
): object {
  const fromMs = ((contentOffsetSeconds ?? 0) - EARLIER_S) * 1000;
  const bySecond = lines.findIndex(({ at }) => at - video.createdAt >= fromMs);
  const start = typeof cursor === 'string' ? placeOf(cursor) : bySecond === -1 ? lines.length : bySecond;
  const page = lines.slice(start, start + PAGE);
  return {
    edges: page.map((line, i) => ({ cursor: cursorOf(start + i), node: commentNode(video, line, start + i) })),
    pageInfo: { hasNextPage: start + PAGE < lines.length, hasPreviousPage: start > 0 },
  };
}

/** A badge without a set, as some comments have. */
const EMPTY_BADGE = { id: 'Ozs=', setID: '', version: '' };
const EMPTY_EVERY = 20;
const HOUR_MS = 3_600_000;
const ESCAPED: Readonly<Record<string, string>> = { ':': ';', 's': ' ', '\\': '\\', 'r': '\r', 'n': '\n' };

const textOfTag = (line: string, key: string): string =>
  (tagOf(line, key) ?? '').replaceAll(/\\(.)/g, (_, char: string) => ESCAPED[char] ?? char);
const isoOf = (at: number): string => new Date(at).toISOString();

interface Fragment {
  readonly text: string;
  readonly emote: { readonly id: string; readonly emoteID: string; readonly from: number } | null;
}

/** Splits the text into fragments, with emotes at the tag's ranges (code points). */
function fragmentsOf(text: string, emotes: string, shift: number): readonly Fragment[] {
  const points = Array.from(text);
  const places = emotes
    .split('/')
    .flatMap((part) => {
      const [id = '', ranges = ''] = part.split(':');
      return ranges.split(',').map((range) => {
        const [from, to] = range.split('-').map(Number);
        return { id, from: (from ?? NaN) + shift, to: (to ?? NaN) + shift };
      });
    })
    .filter(({ from, to }) => from >= shift && to >= from && to < points.length)
    .sort((a, b) => a.from - b.from);
  const fragments: Fragment[] = [];
  let end = 0;
  for (const { id, from, to } of places) {
    if (from < end) continue;
    if (from > end) fragments.push({ text: points.slice(end, from).join(''), emote: null });
    fragments.push({
      text: points.slice(from, to + 1).join(''),
      emote: { id: `${id};${String(from)};${String(to)}`, emoteID: id, from },
    });
    end = to + 1;
  }
  if (end < points.length) fragments.push({ text: points.slice(end).join(''), emote: null });
  return fragments;
}

/**
 * The displayed text: a notice consists of the site's sentence and the user's text. `shift`: the offset that this adds
 * to the emote ranges.
 */
function readLine(line: string): { readonly text: string; readonly shift: number } {
  const bare = withoutTags(line);
  const colon = bare.indexOf(' :', 1);
  const lines = (colon === -1 ? '' : bare.slice(colon + 2)).replace(/^\u0001ACTION ?/, '').replace(/\u0001$/, '');
  const system = textOfTag(line, 'system-msg');
  const before = system === '' || lines === '' ? system : `${system} `;
  return { text: before + lines, shift: Array.from(before).length };
}

const badgesOf = (tag: string): readonly object[] =>
  tag
    .split(',')
    .filter((badge) => badge !== '')
    .map((badge) => {
      const [setID = '', version = ''] = badge.split('/');
      return { id: Buffer.from(`${setID};${version};`).toString('base64'), setID, version };
    });

function commenterOf(line: string): object {
  const login = tagOf(line, 'login') ?? /^:(\w+)!/.exec(withoutTags(line))?.[1] ?? '';
  return { id: tagOf(line, 'user-id') ?? '', login, displayName: textOfTag(line, 'display-name') || login };
}

/** A comment in GQL's format (docs/reference/twitch.md#past-chat). @param n its index in the chat, from 0 */
function commentNode({ channel, createdAt, chat }: PastVideo, { at, line }: ChatLine, n: number): object {
  const isGone = chat.goneEvery !== undefined && n % chat.goneEvery === 0;
  const { text, shift } = readLine(line);
  const badges = badgesOf(tagOf(line, 'badges') ?? '');
  const color = tagOf(line, 'color');
  return {
    id: tagOf(line, 'id') ?? `${channel.userId}-${String(n)}`,
    contentOffsetSeconds: Math.floor((at - createdAt) / 1000),
    createdAt: isoOf(at + (chat.zoneH ?? 0) * HOUR_MS),
    commenter: isGone ? null : commenterOf(line),
    message: {
      fragments: fragmentsOf(text, tagOf(line, 'emotes') ?? '', shift),
      userBadges: n % EMPTY_EVERY === 0 ? [EMPTY_BADGE, ...badges] : badges,
      userColor: color === '' ? null : color,
    },
  };
}
