/** A muted range of the site's own VOD, ms from its start. */
interface MutedRange {
  readonly offsetMs: number;
  readonly durMs: number;
}

/**
 * The site's video of a recorded broadcast. A property that was never checked, or could not be checked, is `unknown`,
 * never "no". Times in ms since the Unix epoch.
 */
export interface SiteVod {
  /** Null: no video was found, or Vodkeep has not searched yet. */
  readonly id: string | null;
  readonly title: string;
  readonly createdAt: number | null;
  readonly durationMs: number | null;
  readonly exists: 'yes' | 'no' | 'unknown';
  readonly muted: 'yes' | 'no' | 'unknown';
  readonly mutedRanges: readonly MutedRange[];
  /** True: the search after the end of the broadcast found no video. */
  readonly neverSaved: boolean;
  /** When Vodkeep last searched for it; null: never. */
  readonly matchedAt: number | null;
  readonly checkedAt: number | null;
}

/** The numbers that v0 uses for this state. */
export const V0_MUTED = { no: 1, yes: 2, unknown: 3 } as const satisfies Record<SiteVod['muted'], number>;

/** The muted ranges in the form of the API, in s. */
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
