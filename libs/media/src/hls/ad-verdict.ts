import { type HlsDialect } from '#libs/contracts';
import { type AdRanges } from './ad-ranges.js';
import { type MediaSegment } from './media-playlist.js';

/** `doubt`: it stands behind a discontinuity and nothing says yet what it is. */
export type Verdict = 'content' | 'ad' | 'doubt';

/**
 * What came right before a segment. `kind` is null where nobody knows: at the start, and behind segments that nobody
 * saw.
 */
export interface Before {
  readonly kind: 'content' | 'ad' | null;
  /** How long the ads before it have had neither title nor range, ms. */
  readonly unmarkedMs: number;
  /** The broadcast has shown the titles that the dialect gives it. */
  readonly titled: boolean;
}

/** Ads without any mark of their own are believed for so long: rather an ad recorded than a broadcast lost. */
const UNMARKED_MAX_MS = 180_000;

type Looked = Pick<MediaSegment, 'title' | 'discontinuity' | 'pdtMs' | 'durMs'>;
interface Border {
  readonly segment: Looked;
  readonly before: Before;
  readonly isBorder: boolean;
  readonly isContent: boolean;
}

/**
 * Tells an ad from the broadcast by title, date range and discontinuity together, since each alone is wrong now and
 * then (protocols.md 3.7): a title decides; a date range does where a discontinuity stands at its border, unless the
 * titled broadcast is only cut by a rounded end, or comes back in a range that told no end; what stands behind an ad
 * without a discontinuity, a range and a title of the broadcast is still the ad. Pure.
 */
export function verdictOf(
  segment: Looked,
  before: Before,
  { dialect, ranges }: { readonly dialect: HlsDialect; readonly ranges: AdRanges },
): Verdict {
  if (hasAdTitle(segment.title, dialect)) return 'ad';
  const isBorder = before.kind === null || segment.discontinuity;
  const isContent = dialect.contentTitles.includes(segment.title.trim());
  const looked = { segment, before, isBorder, isContent };
  if (isInBreak(looked, ranges)) return 'ad';
  if (isContent || dialect.contentTitles.length === 0) return 'content';
  return isBorder ? behindBorder(looked) : goingOn(before);
}

export const hasAdTitle = (title: string, { ads }: HlsDialect): boolean =>
  ads.titles.some((word) => title.includes(word));

function isInBreak({ segment, before, isBorder, isContent }: Border, ranges: AdRanges): boolean {
  const range = ranges.covering(segment);
  if (!range || !(isBorder || before.kind === 'ad')) return false;
  const isEnd = !range.isEndTold || range.endAt - (segment.pdtMs ?? 0) <= segment.durMs;
  const isReturn = isContent && before.kind === 'ad' && isEnd;
  return !isReturn;
}

/** A strange title where the broadcast has had its own is an ad's; no title at all may be anything. */
const behindBorder = ({ segment, before }: Border): Verdict =>
  before.titled && segment.title.trim() !== '' ? 'ad' : 'doubt';

const goingOn = ({ kind, unmarkedMs }: Before): Verdict =>
  kind === 'ad' && unmarkedMs < UNMARKED_MAX_MS ? 'ad' : 'content';
