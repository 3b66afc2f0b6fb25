import { type ChatGap } from '#libs/contracts';
import { type FileClock } from '#libs/domain';
import { type GapRecord } from '../merge/acts-and-gaps.js';

/**
 * Where nobody listened although there is media, in order of file time.
 * @param within only those that touch this stretch of it
 */
export function gapsInFile(
  gaps: readonly GapRecord[],
  clock: FileClock,
  within: { readonly fromMs: number; readonly toMs: number } = { fromMs: -Infinity, toMs: Infinity },
): ChatGap[] {
  const inFile = gaps
    .map((gap) => ({ from: clock.fileMs(gap.at) ?? 0, to: clock.fileMs(gap.until) ?? 0 }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const touching = inFile.filter((gap) => gap.to > gap.from && gap.from < within.toMs && gap.to > within.fromMs);
  return touching
    .map((gap) => ({ from: gap.from / 1000, to: gap.to / 1000 }))
    .filter((gap, i, all) => i === 0 || gap.from !== all[i - 1]?.from || gap.to !== all[i - 1]?.to);
}
