/** A muted stretch of the site's own VOD, ms from its start. */
interface MutedRange {
  readonly offsetMs: number;
  readonly durMs: number;
}

/**
 * The video that a site keeps of a recorded broadcast. What was never checked, or could not be, is `unknown`, never
 * "no". Times in ms since the Unix epoch.
 */
export interface SiteVod {
  /** Null: none was found, or none was looked for. */
  readonly id: string | null;
  readonly title: string;
  readonly createdAt: number | null;
  readonly durationMs: number | null;
  readonly exists: 'yes' | 'no' | 'unknown';
  readonly muted: 'yes' | 'no' | 'unknown';
  readonly mutedRanges: readonly MutedRange[];
  /** Looked for after the broadcast was over, and not there. */
  readonly neverSaved: boolean;
  /** When it was looked for last; null: never. */
  readonly matchedAt: number | null;
  readonly checkedAt: number | null;
}

/** What v0 calls it in numbers. */
export const V0_MUTED = { no: 1, yes: 2, unknown: 3 } as const satisfies Record<SiteVod['muted'], number>;

/** As they go over the wire, in s. */
export const presentMuted = ({ mutedRanges }: Pick<SiteVod, 'mutedRanges'>) =>
  mutedRanges.map(({ offsetMs, durMs }) => ({ offset: offsetMs / 1000, duration: durMs / 1000 }));

export const UNKNOWN_SITE_VOD: SiteVod = {
  id: null,
  title: '',
  createdAt: null,
  durationMs: null,
  exists: 'unknown',
  muted: 'unknown',
  mutedRanges: [],
  neverSaved: false,
  matchedAt: null,
  checkedAt: null,
};
