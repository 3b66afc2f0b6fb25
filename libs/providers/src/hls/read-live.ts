import { sourceHeadersOf } from '#libs/contracts';
import { chooseRendition } from '#libs/domain';
import { OutsideError } from '#libs/errors';
import { LiveReading, type MediaPlaylist, type SsrfGuard, type Variant } from '#libs/media';
import { type ChannelTarget } from '../kit/provider.js';

/** Time limit of one reading: a master playlist, several renditions that do not answer, and one that does. */
const READING_MS = 30_000;

/** Reads the playlist of an address like a recorder does, and closes the connections after `use`. */
export async function withReading<T>(
  { sourceUrl, access, guard }: Pick<ChannelTarget, 'sourceUrl' | 'access'> & { readonly guard: SsrfGuard },
  signal: AbortSignal,
  use: (reading: LiveReading) => Promise<T>,
): Promise<T> {
  const reading = await LiveReading.open({
    url: sourceUrl,
    guard,
    headers: sourceHeadersOf(access),
    hosts: access.hosts,
    certificates: access,
    choose: best,
    signal: AbortSignal.any([signal, AbortSignal.timeout(READING_MS)]),
  });
  try {
    return await use(reading);
  } finally {
    await reading.close();
  }
}

/** The rendition that a channel without quality settings records; any, if Vodkeep records none of them. */
function best(variants: readonly Variant[]): Variant {
  const choice = chooseRendition(variants, { qualities: [], nearestBelow: true });
  if ('chosen' in choice) return choice.chosen;
  const [first] = variants;
  if (!first) throw new OutsideError(choice.refused);
  return first;
}

/** What a playlist shows at one moment. */
export type Finding =
  | { readonly kind: 'vod' | 'ended' | 'empty' }
  /**
   * `edgeAt`: programme date-time of the live edge, ms since the Unix epoch; `position`: number, count and byte range of
   * the segments, which only a moving playlist changes; `newestUri`: address of the newest segment, as listed; `waitMs`:
   * time in which a live playlist moves.
   */
  | {
      readonly kind: 'media';
      readonly position: string;
      readonly newestUri: string;
      readonly edgeAt: number | null;
      readonly waitMs: number;
    };

/** Lists with wrong durations must not stop the checks. */
const WAIT_MS = { least: 500, most: 30_000 };

export function findingOf({ ended, mediaSequence, segments, targetMs }: MediaPlaylist): Finding {
  // A live window that just ended keeps its high sequence number; a file on a web server starts at 0 or 1.
  if (ended) return { kind: mediaSequence <= 1 ? 'vod' : 'ended' };
  const last = segments.at(-1);
  if (!last) return { kind: 'empty' };
  const longestMs = segments.reduce((most, { durMs }) => Math.max(most, durMs), targetMs);
  const range = last.range ? `@${last.range.offset}+${last.range.length}` : '';
  return {
    kind: 'media',
    position: `${mediaSequence}+${segments.length}${range}`,
    newestUri: last.uri,
    edgeAt: last.pdtMs === null ? null : last.pdtMs + last.durMs,
    waitMs: Math.min(WAIT_MS.most, Math.max(WAIT_MS.least, longestMs)),
  };
}
