import { parseSegmentName, type TimelineRun } from '#libs/contracts';

/**
 * The segments of a run that overlap a time on the site's clock, as a run; null if there are none.
 * @param window ms since the Unix epoch
 */
export function segmentsWithin(
  run: TimelineRun,
  window: { readonly from: number; readonly to: number },
): TimelineRun | null {
  const siteAt = run.siteAt ?? run.startAt;
  const inside = run.segments.flatMap((name) => {
    const info = parseSegmentName(name);
    if (!info) return [];
    const at = info.pdtMs ?? siteAt + info.ptsMs - run.firstPtsMs;
    return at < window.to && at + info.durMs > window.from ? [{ name, info, at }] : [];
  });
  const [first] = inside;
  const last = inside.at(-1);
  if (!first || !last) return null;
  return {
    ...run,
    startAt: run.startAt + first.info.ptsMs - run.firstPtsMs,
    siteAt: first.at,
    firstPtsMs: first.info.ptsMs,
    durMs: last.info.ptsMs + last.info.durMs - first.info.ptsMs,
    segments: inside.map(({ name }) => name),
  };
}
