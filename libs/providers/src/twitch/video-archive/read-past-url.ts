import { ms, type Ms } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type PastReference } from '../../kit/video-archive.js';

const HOSTS = /^(?:www\.|m\.|go\.|[a-z]{2}\.)?twitch\.tv$/;
const VIDEO_ID = /^v?(\d{1,15})$/;
/** The words of a clip, since 2020 followed by a hash. */
const SLUG = /^[A-Za-z0-9]{4,100}(?:-[\w-]{1,40})?$/;
/** A name alone counts as a clip only if it looks like one: several capitalized words, or a hash. */
const BARE_SLUG = /^(?:[A-Z][a-z0-9]+){3,}(?:-[\w-]{10,40})?$|^[A-Za-z0-9]{4,100}-[\w-]{10,40}$/;
const TIME = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/;

type Part = Extract<PastReference, { kind: 'video' }>['part'];

/**
 * Parses a pasted address of a video or clip: a link to any of the site's pages for it, including `?t=1h2m3s`, or the
 * id alone.
 * @throws UserError `not-a-video` on `url`
 */
export function readPastUrl(pasted: string): PastReference {
  const text = pasted
    .normalize('NFKC')
    .trim()
    .replace(/^[<"'(]+|[>"')]+$/g, '')
    .trim();
  const found = /[/.]/.test(text) ? ofLink(text) : ofWord(text);
  if (found) return found;
  throw new UserError(message('error.not-a-video.neither'), {
    fields: [{ path: 'url', message: message('field.paste-video-or-clip-link') }],
  });
}

const clip = (id: string | null | undefined): PastReference | null =>
  typeof id === 'string' && SLUG.test(id) ? { kind: 'clip', id } : null;

function video(id: string | null | undefined, part: Part): PastReference | null {
  const digits = VIDEO_ID.exec(id ?? '')?.[1];
  return digits === undefined ? null : { kind: 'video', id: digits, part };
}

const ofWord = (word: string): PastReference | null => video(word, null) ?? (BARE_SLUG.test(word) ? clip(word) : null);

function ofLink(text: string): PastReference | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const segments = url.pathname.split('/').filter((word) => word !== '');
  switch (url.hostname) {
    case 'clips.twitch.tv':
      return clip(segments[0] === 'embed' ? url.searchParams.get('clip') : segments[0]);
    case 'player.twitch.tv':
      return video(url.searchParams.get('video'), partOf(url)) ?? clip(url.searchParams.get('clip'));
    default:
      return HOSTS.test(url.hostname) ? ofPage(url, segments) : null;
  }
}

const VIDEO_PATHS = new Set(['videos', 'video', 'v']);
const CLIP_PATHS = new Set(['clip', 'clips']);

/** `/videos/1`, `/name/v/1`, `/name/video/1`, `/clip/x`, `/name/clip/x`, `/name/schedule?vodID=1`, `/name?clip=x`. */
function ofPage(url: URL, segments: readonly string[]): PastReference | null {
  const at = segments.findIndex(
    (word, i) => i < 2 && (VIDEO_PATHS.has(word.toLowerCase()) || CLIP_PATHS.has(word.toLowerCase())),
  );
  if (at === -1) return video(url.searchParams.get('vodID'), partOf(url)) ?? clip(url.searchParams.get('clip'));
  return VIDEO_PATHS.has((segments[at] ?? '').toLowerCase())
    ? video(segments[at + 1], partOf(url))
    : clip(segments[at + 1]);
}

/** The range that starts at `t`: `1h2m3s`, `62m`, or seconds. An invalid value gives the whole video. */
function partOf({ searchParams, hash }: URL): Part {
  const time = searchParams.get('t') ?? /^#t=(\w+)$/.exec(hash)?.[1] ?? '';
  const from = time === '' ? null : msOf(time.toLowerCase());
  return from === null ? null : { fromMs: from, toMs: null };
}

function msOf(time: string): Ms | null {
  const [whole, h = '0', m = '0', s = '0'] = TIME.exec(time) ?? [];
  return whole === undefined ? null : ms((Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000);
}
