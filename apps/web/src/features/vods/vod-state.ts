import { PART_END_CAUSES, type PartEndCause, type PartView, type Vod } from '#libs/contracts';
import { type Tone } from '../../components/ui/tag.js';

/** ms: more missing time than this is shown as a lot missing. */
const A_LOT_MS = 600_000;
/** ms: a longer capture may be stuck. */
const STUCK_MS = 86_400_000;

interface VodTag {
  readonly key:
    | 'capturing'
    | 'paused'
    | 'waiting'
    | 'ended'
    | 'converting'
    | 'downloading'
    | 'failed'
    | 'missing'
    | 'a-lot-missing'
    | 'stuck'
    | 'protected'
    | 'at-risk'
    | 'site-deleted'
    | 'muted'
    | 'archived';
  readonly tone: Tone;
  readonly pulse: boolean;
}

const STATE_TONE = {
  waiting: 'plain',
  capturing: 'rec',
  paused: 'warn',
  ended: 'plain',
  converting: 'accent',
  downloading: 'accent',
  failed: 'warn',
} as const satisfies Record<Exclude<Vod['state'], 'finalized'>, Tone>;

export const isRecording = (vod: Pick<Vod, 'state'>): boolean => vod.state === 'capturing' || vod.state === 'paused';

/** Tags of a VOD in its row; none for a complete and finished VOD. */
export function tagsOf(
  vod: Pick<Vod, 'state' | 'missing_ms' | 'media_ms' | 'prevent_deletion'> &
    Partial<Pick<Vod, 'site_vod_at_risk' | 'twitch_vod_exists' | 'twitch_vod_muted' | 'archived_at'>>,
): VodTag[] {
  const tags: VodTag[] = [];
  if (vod.state !== 'finalized')
    tags.push({ key: vod.state, tone: STATE_TONE[vod.state], pulse: vod.state === 'capturing' });
  if (vod.missing_ms > 0)
    tags.push({ key: vod.missing_ms > A_LOT_MS ? 'a-lot-missing' : 'missing', tone: 'warn', pulse: false });
  if (vod.state === 'capturing' && vod.media_ms > STUCK_MS) tags.push({ key: 'stuck', tone: 'warn', pulse: false });
  if (vod.prevent_deletion) tags.push({ key: 'protected', tone: 'plain', pulse: false });
  return [...tags, ...siteTagsOf(vod)];
}

/** Tags about the site's copy and the archive, if they matter. */
function siteTagsOf(
  vod: Partial<Pick<Vod, 'site_vod_at_risk' | 'twitch_vod_exists' | 'twitch_vod_muted' | 'archived_at'>>,
): VodTag[] {
  const keys = [
    vod.site_vod_at_risk === true && 'at-risk',
    vod.twitch_vod_exists === false && 'site-deleted',
    vod.twitch_vod_muted === 2 && 'muted',
    (vod.archived_at ?? null) !== null && 'archived',
  ] as const;
  return keys
    .filter((key) => key !== false)
    .map((key) => ({ key, tone: key === 'archived' ? 'plain' : 'warn', pulse: false }));
}

/** State of the site's copy; `unchecked`: not checked yet, or the check had no result. */
type SiteState = 'exists' | 'deleted' | 'unchecked' | 'unmatched' | 'never-saved';
type MutedState = 'muted' | 'unmuted' | 'unknown';

/** s: larger differences in length are shown. */
const NEARLY_S = 10;

export function siteStateOf(
  vod: Pick<Vod, 'twitch_vod_id' | 'twitch_vod_exists' | 'twitch_vod_neversaved'>,
): SiteState {
  if (vod.twitch_vod_neversaved === true) return 'never-saved';
  if (vod.twitch_vod_id === undefined) return 'unmatched';
  return vod.twitch_vod_exists === true ? 'exists' : vod.twitch_vod_exists === false ? 'deleted' : 'unchecked';
}

/** v0's numbers: 1 nothing muted, 2 muted, 3 unknown. */
export const mutedStateOf = (muted: Vod['twitch_vod_muted']): MutedState =>
  muted === 2 ? 'muted' : muted === 1 ? 'unmuted' : 'unknown';

/**
 * Seconds by which the site's copy is longer than the recording with its advertisements (negative: shorter). 0 if the
 * difference is small or unknown.
 */
export function longerAtSite(vod: Pick<Vod, 'twitch_vod_duration' | 'media_ms' | 'ad_ms' | 'live'>): number {
  if (vod.twitch_vod_duration === undefined || vod.live !== null) return 0;
  const by = Math.round(vod.twitch_vod_duration - (vod.media_ms + vod.ad_ms) / 1000);
  return Math.abs(by) > NEARLY_S ? by : 0;
}

/** The API's type is `string`, so that an older page works with a newer server. */
export const isPartEnd = (cause: string | null): cause is PartEndCause => PART_END_CAUSES.some((c) => c === cause);

/**
 * Whether media may be missing at the end without a recorded gap. After an earlier part, the next part reveals what is
 * missing.
 *
 * @param parts in order
 */
export const isEndUnread = (parts: readonly Pick<PartView, 'cause'>[]): boolean => parts.at(-1)?.cause === 'unreadable';
