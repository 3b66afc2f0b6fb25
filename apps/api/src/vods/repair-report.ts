import { GAP_CAUSES, Message } from '#libs/contracts';
import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** A gap that a repair treated. Times in ms since the Unix epoch, lengths in ms. */
const ReportedGap = z.object({
  at: z.number(),
  durMs: z.number(),
  causes: z.array(z.enum(GAP_CAUSES)),
  filledMs: z.number(),
  /** Of the filled media: muted by the site. */
  mutedMs: z.number(),
  /** Why it is not filled; null: it is. */
  reason: Message.nullable(),
});

/** A gap of the chat that was filled, or for which the site has nothing. */
const ReportedChat = z.object({
  at: z.number(),
  durMs: z.number(),
  messages: z.number(),
  /** Why it is not filled; null: it is. */
  reason: Message.nullable(),
});

const RepairReport = z.object({
  at: z.number(),
  /** Of the recording before its first repair. */
  before: z.object({ missingMs: z.number(), adMs: z.number() }),
  gaps: z.array(ReportedGap),
  chat: z.array(ReportedChat).default([]),
});
export type RepairReport = z.infer<typeof RepairReport>;

/** Stored in `facts.repair`; null if the VOD was never repaired. */
export const repairReportOf = ({ facts }: Pick<VodEntity, 'facts'>): RepairReport | null =>
  RepairReport.safeParse(facts['repair']).data ?? null;

/**
 * Adds a repair to the report. A gap that an earlier one filled is no gap any more, and stays in the report.
 */
export function addRepair(vod: Pick<VodEntity, 'facts'>, repair: RepairReport): void {
  const earlier = repairReportOf(vod);
  const filled = (earlier?.gaps ?? []).filter(({ filledMs }) => filledMs > 0);
  const gaps = [...filled, ...repair.gaps].toSorted((a, b) => a.at - b.at);
  const chat = earlier?.chat ?? [];
  vod.facts = { ...vod.facts, repair: { ...repair, before: earlier?.before ?? repair.before, gaps, chat } };
}

/** Adds what became of gaps of the chat. One that was not filled is replaced by a later try. */
export function addChatRepair(
  vod: Pick<VodEntity, 'facts'>,
  lines: RepairReport['chat'],
  empty: Omit<RepairReport, 'chat'>,
): void {
  const { chat, ...rest } = repairReportOf(vod) ?? { ...empty, chat: [] };
  const filled = chat.filter(({ reason }) => reason === null);
  vod.facts = { ...vod.facts, repair: { ...rest, chat: [...filled, ...lines].toSorted((a, b) => a.at - b.at) } };
}
