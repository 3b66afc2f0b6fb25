import { message } from '#libs/messages';
import { parseSegmentName, type RepairGap, type Timeline, type TimelineGap, type TimelineRun } from '#libs/contracts';

/** A site tells the start of its VOD to a few seconds only, and its segments are up to some ten seconds long. */
const MARGIN_MS = 30_000;
/** A gap of the timeline starts at the end of a run, to the rounding of both. */
const ROUNDING_MS = 2;
/** Two runs without a gap between them. */
const JOIN_MS = 100;

/** Media of the site's VOD, ms from its start. */
interface VideoStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The gaps that the site's VOD may fill, each with the whole segments on both sides of it. Not the silence of the source,
 * in which the site has nothing either. Pure.
 * @param gaps of the timeline, and those after its last run
 * @param options `videoStartedAt`: wall clock of the first frame of the site's VOD, ms since the Unix epoch; `truncated`:
 *   names of the stored segments without their end, whose last frame is damaged
 */
export function planRepair(
  { runs }: Pick<Timeline, 'runs'>,
  gaps: readonly TimelineGap[],
  { videoStartedAt, truncated = NONE }: { readonly videoStartedAt: number; readonly truncated?: ReadonlySet<string> },
): RepairGap[] {
  const planned: RepairGap[] = [];
  let silentMs = 0;
  for (let n = 0; n <= runs.length; n += 1) {
    const [before, after] = [runs[n - 1] ?? null, runs[n] ?? null];
    const own = gaps.filter((gap) => isBetween(gap, before, after));
    const [first] = own;
    if (!first) continue;
    const last = own.at(-1) ?? first;
    const durMs = last.at + last.durMs - first.at;
    const ends = { earlier: runs[n - 2] ?? null, before, after, truncated };
    if (own.some(hasMedia)) planned.push(gapBetween({ at: first.at, durMs }, ends, { videoStartedAt, silentMs }));
    silentMs += own.filter((gap) => !hasMedia(gap)).reduce((sum, { durMs }) => sum + durMs, 0);
  }
  return planned;
}

interface GapEnds {
  /** The runs on both sides of the gap, and the one before them. */
  readonly earlier: TimelineRun | null;
  readonly before: TimelineRun | null;
  readonly after: TimelineRun | null;
  readonly truncated: ReadonlySet<string>;
}

function gapBetween(
  gap: Pick<RepairGap, 'at' | 'durMs'>,
  { earlier, before, after, truncated }: GapEnds,
  { videoStartedAt, silentMs }: { readonly videoStartedAt: number; readonly silentMs: number },
): RepairGap {
  const damaged = damagedEnd(before, earlier, truncated);
  const at = damaged.replaced?.startAt ?? gap.at;
  const durMs = gap.at + gap.durMs - at;
  const siteAt = siteTimeOf({ at, durMs }, damaged.before, after) - videoStartedAt;
  return {
    at,
    durMs,
    before: damaged.before,
    after: after && oldestOf(after),
    // A VOD may continue over a pause of the broadcast without that time.
    fromMs: Math.max(0, Math.round(siteAt - silentMs - MARGIN_MS)),
    toMs: Math.max(1, Math.round(siteAt + durMs + MARGIN_MS)),
    ...replacementOf(damaged),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** `before`: the newest whole segment; `replaced`: the one without its end behind it. */
interface DamagedEnd {
  readonly before: TimelineRun | null;
  readonly replaced: TimelineRun | null;
}

function damagedEnd(run: TimelineRun | null, earlier: TimelineRun | null, truncated: ReadonlySet<string>): DamagedEnd {
  const newest = run && newestOf(run);
  if (!run || !newest?.segments.some((name) => truncated.has(name))) return { before: newest, replaced: null };
  if (run.segments.length > 1) return { before: oneSegment(run, run.segments.at(-2) ?? ''), replaced: newest };
  const isJoined = earlier !== null && Math.abs(endOf(earlier) - run.startAt) <= JOIN_MS;
  return { before: isJoined ? newestOf(earlier) : null, replaced: newest };
}

/** A fill replaces a segment by its programme date-time (`truncatedSegments`). */
function replacementOf({ before, replaced }: DamagedEnd): Pick<RepairGap, 'replaces' | 'refused'> {
  if (!replaced) return {};
  if (!before) return { refused: message('repair.damaged-alone') };
  if (replaced.siteAt === null) return { refused: message('repair.damaged-undated') };
  return { replaces: { durMs: replaced.durMs, pdtMs: replaced.siteAt } };
}

/** The stretches of the site's VOD to download for these gaps: in order, apart from each other. */
export function stretchesOf(gaps: readonly RepairGap[]): VideoStretch[] {
  const stretches: VideoStretch[] = [];
  const wanted = gaps.filter(({ refused }) => !refused);
  for (const { fromMs, toMs } of wanted.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = stretches.at(-1);
    if (last && fromMs <= last.toMs) stretches[stretches.length - 1] = { ...last, toMs: Math.max(last.toMs, toMs) };
    else stretches.push({ fromMs, toMs });
  }
  return stretches;
}

/** Duration of these stretches of the site's VOD that it has muted, ms. */
export function mutedMsOf(
  filled: readonly { readonly videoMs: number; readonly durMs: number }[],
  muted: readonly { readonly offsetMs: number; readonly durMs: number }[],
): number {
  const common = (a: { readonly videoMs: number; readonly durMs: number }, b: (typeof muted)[number]): number =>
    Math.max(0, Math.min(a.videoMs + a.durMs, b.offsetMs + b.durMs) - Math.max(a.videoMs, b.offsetMs));
  return Math.round(filled.reduce((sum, one) => sum + muted.reduce((ms, range) => ms + common(one, range), 0), 0));
}

function hasMedia({ cause, lostMs = 0 }: TimelineGap): boolean {
  return cause !== 'source-silent' || lostMs > 0;
}

const endOf = ({ startAt, durMs }: TimelineRun): number => startAt + durMs;

function isBetween({ at, durMs }: TimelineGap, before: TimelineRun | null, after: TimelineRun | null): boolean {
  return (
    at >= (before ? endOf(before) : -Infinity) - ROUNDING_MS &&
    at + durMs <= (after ? after.startAt : Infinity) + ROUNDING_MS
  );
}

/** The start of a gap on the site's clock. */
function siteTimeOf(
  { at, durMs }: { readonly at: number; readonly durMs: number },
  before: TimelineRun | null,
  after: TimelineRun | null,
): number {
  if (before) return (before.siteAt ?? before.startAt) + before.durMs;
  return after ? (after.siteAt ?? after.startAt) - durMs : at;
}

const newestOf = (run: TimelineRun): TimelineRun => oneSegment(run, run.segments.at(-1) ?? '');
const oldestOf = (run: TimelineRun): TimelineRun => oneSegment(run, run.segments[0] ?? '');

/** A segment of a run as a run of its own, at the same time. */
function oneSegment({ audio: _audio, ...run }: TimelineRun, name: string): TimelineRun {
  const info = parseSegmentName(name);
  if (!info) return { ...run, segments: [name] };
  const offsetMs = info.ptsMs - run.firstPtsMs;
  return {
    ...run,
    startAt: run.startAt + offsetMs,
    siteAt: info.pdtMs ?? (run.siteAt === null ? null : run.siteAt + offsetMs),
    firstPtsMs: info.ptsMs,
    durMs: info.durMs,
    segments: [name],
  };
}
