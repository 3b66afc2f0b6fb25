import { type ChatRecord, decodeChatLine, type ChatGap } from '#libs/contracts';
import { type FileClock } from '#libs/domain';

export type GapRecord = Extract<ChatRecord, { t: 'gap' }>;
export type ModerationRecord = Extract<ChatRecord, { t: 'delete' | 'clear' }>;

const LINE_STARTS = ['{"t":"delete"', '{"t":"clear"', '{"t":"gap"'] as const;

/**
 * The records of a chunk that affect others: moderation and gaps. They are rare and are found by the start of their
 * line, without parsing the other lines as JSON.
 * @param text of a chunk, as `encodeChatRecord` writes it
 */
export function moderationAndGaps(text: string): (ModerationRecord | GapRecord)[] {
  const lines = text.split('\n').filter((line) => LINE_STARTS.some((head) => line.startsWith(head)));
  return lines
    .map(decodeChatLine)
    .filter((record) => record?.t === 'delete' || record?.t === 'clear' || record?.t === 'gap');
}

/**
 * Gaps in the chat within existing media, in order of file time.
 * @param within only gaps that overlap this stretch of file time
 */
export function gapsInFile(
  gaps: readonly GapRecord[],
  clock: FileClock,
  within: { readonly fromMs: number; readonly toMs: number } = { fromMs: -Infinity, toMs: Infinity },
): ChatGap[] {
  const inFile = withoutFilled(gaps)
    .map(({ at, until, added }) => ({ from: clock.fileMs(at) ?? 0, to: clock.fileMs(until) ?? 0, added }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const touching = inFile.filter((gap) => gap.to > gap.from && gap.from < within.toMs && gap.to > within.fromMs);
  return touching
    .map(({ from, to, added }) => ({ from: from / 1000, to: to / 1000, ...(added !== undefined && { added }) }))
    .filter((gap, i, all) => i === 0 || gap.from !== all[i - 1]?.from || gap.to !== all[i - 1]?.to);
}

/** The gaps, those that are filled only as such. Two recorders may have recorded the same one. */
export function withoutFilled<G extends GapRecord>(gaps: readonly G[]): G[] {
  const filled = gaps.filter(({ added }) => added !== undefined);
  return gaps.filter(
    ({ at, until, added }) => added !== undefined || !filled.some((one) => one.at <= at && one.until >= until),
  );
}
