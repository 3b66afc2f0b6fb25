import { isIP } from 'node:net';

const FALLBACK = 'channel';
const LONGEST = 64;

/** Parameters that select the stream on a server with one path for all of them. */
const SELECTORS = ['src', 'stream', 'channel', 'name', 'camera', 'cam', 'id'] as const;

/** Words of servers and packagers, not of streams. */
const GENERIC_WORDS = new Set(
  `all api app apps audio auto avc aac best broadcast cdn channel channels chunk chunklist chunks content dash default definst
  edge embed fmp4 get go2rtc h264 hd hevc high hls hq http https index ingest input lhls live livestream ll llhls
  localhost low lq m3u8 main manifest master max media mediamtx memfs mono mp4 mpegts opus origin out output owncast play
  player playlist prog proxy public raw rtmp rtsp sd segment segments server source src static stream streaming streams
  tracks ts uhd variant vid video videos view vod watch web www`.split(/\s+/),
);
/**
 * `v`, `0`, `720p`, `v1a1`, part of a UUID, token. Each text matches in one way only: with several, a long row of digits
 * would take for ever.
 */
const NO_WORD = /^(?:[a-z]?|[a-z]?\d+(?:[a-z]\d+)*[a-z]?|(?=.*\d)[\da-f]{4,}|(?=.*\d)[\da-z]{16,})$/;

/** A number, or a statement of a format: `720p60`, `v1a1`. */
const FORMAT = /^(?=.{1,8}$)(?:\d+[a-z]?\d*|(?:[av]\d)+)$/;
/** A word, perhaps with a number behind it, as people write it: it has vowels, and no five consonants in a row. */
const SPELLED = /^(?=[a-z]{1,4}(?![a-z])|[a-z]*[aeiouy])(?!.*[b-df-hj-np-tv-xz]{5})[a-z]+\d{0,8}$/;

/**
 * Suggests a name for the channel of an address: what the query selects, else the last part of the path that a server
 * does not name by itself, else the name of the host.
 * @returns lower-case letters, digits, `_`, `-` and `.`, 1 to 64 characters
 */
export function suggestName(url: URL): string {
  const candidates = [...selectedBy(url), ...pathParts(url).reverse(), ...hostLabels(url)];
  return candidates.map(asName).find(isDistinctive) ?? asName(fallback(url));
}

const selectedBy = ({ searchParams }: URL): string[] => SELECTORS.flatMap((key) => searchParams.getAll(key));

const pathParts = ({ pathname }: URL): string[] =>
  pathname.split('/').map((part) =>
    unescaped(part)
      .replace(/^[a-z\d]+:/i, '')
      .replace(/\.(?:m3u8?|stream|smil|sdp|mp4|flv|ts|php)$/gi, ''),
  );

/** Labels from the left, without the top-level domain. */
function hostLabels({ hostname }: URL): string[] {
  if (isAddress(hostname)) return [];
  const labels = hostname.split('.');
  return labels.length > 1 ? labels.slice(0, -1) : labels;
}

const isAddress = (hostname: string): boolean => isIP(withoutBrackets(hostname)) !== 0;
const isLoopback = (hostname: string): boolean => /^(?:127\.|\[::1\]$)/.test(hostname);
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** The address distinguishes cameras of one network. */
const fallback = ({ hostname }: URL): string =>
  isAddress(hostname) && !isLoopback(hostname) ? `${FALLBACK}_${withoutBrackets(hostname)}` : FALLBACK;

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const asName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{DI}/gu, '')
    .replace(/[^\p{Ll}\p{Lo}\p{N}_.-]+/gu, '_')
    .replace(/^[_.-]+/, '')
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/[_.\ufffd-]+$/, '');

function isDistinctive(name: string): boolean {
  const words = name.split(/[_.-]+/);
  if (words.some(mayBeKey)) return false;
  return words.some((word) => !NO_WORD.test(word) && !GENERIC_WORDS.has(word) && !GENERIC_WORDS.has(stem(word)));
}

/** It may be a part of a stream key or a token. Names are in folders and shown to guests, so in doubt it is one. */
const mayBeKey = (word: string): boolean =>
  /^[\da-z]{4,}$/.test(word) && !GENERIC_WORDS.has(word) && !FORMAT.test(word) && !SPELLED.test(word);

const stem = (word: string): string => word.replace(/\d+$/, '');
