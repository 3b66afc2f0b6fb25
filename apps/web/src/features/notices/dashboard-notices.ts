import { type Channel, type DeadLetter, type Notice, type Problem, type ServiceHealth } from '#libs/contracts';

/** One notice on the dashboard; `text` is the server's own text, shown unchanged. */
export type NoticeItem =
  | { readonly kind: 'setting'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'health';
      readonly id: string;
      readonly service: string;
      readonly text: string;
      readonly remedy: string;
    }
  | { readonly kind: 'dead-letter'; readonly id: string; readonly letter: DeadLetter }
  | { readonly kind: 'not-recorded'; readonly id: string; readonly channel: Channel }
  | { readonly kind: 'stored'; readonly id: string; readonly notice: Notice };

interface NoticeInput {
  readonly problems: readonly Problem[];
  readonly services: readonly ServiceHealth[];
  readonly deadLetters: readonly DeadLetter[];
  readonly channels: readonly Channel[];
  /** Notices that the server stores. */
  readonly stored: readonly Notice[];
}

/**
 * Most severe first: running streams that are not recorded; open stored notices, newest first; failed checks; dead
 * letters; problems with settings. Last, and less prominent: resolved notices.
 */
export function dashboardNotices({ problems, services, deadLetters, channels, stored }: NoticeInput): NoticeItem[] {
  const retained = stored
    .toSorted((a, b) => Date.parse(b.last_at) - Date.parse(a.last_at))
    .map((notice) => ({ kind: 'stored' as const, id: `n-${notice.id}`, notice }));
  const hasStoredNotice = (c: Channel): boolean =>
    stored.some((n) => n.kind === 'could-not-record' && n.channel_uuid === c.uuid && n.resolved_at === null);
  return [
    ...channels
      .filter((c) => isMissed(c) && !hasStoredNotice(c))
      .map((channel) => ({ kind: 'not-recorded' as const, id: `c-${channel.uuid}`, channel })),
    ...retained.filter(({ notice }) => notice.resolved_at === null),
    ...services.flatMap((s) =>
      s.checks
        .filter((c) => !c.ok)
        .map((c) => ({
          kind: 'health' as const,
          id: `h-${s.service}-${s.node}-${c.name}`,
          service: s.service,
          text: c.message,
          remedy: c.remedy,
        })),
    ),
    ...deadLetters.map((letter) => ({ kind: 'dead-letter' as const, id: `d-${letter.id}`, letter })),
    ...problems
      .filter(({ kind }) => !LISTED.has(kind))
      .map(({ text }) => ({ kind: 'setting' as const, id: `s-${text}`, text })),
    ...retained.filter(({ notice }) => notice.resolved_at !== null),
  ];
}

/** Kinds of problems that other items already show; their data comes from routes of their own. */
const LISTED: ReadonlySet<Problem['kind']> = new Set(['check', 'dead-letters', 'not-recorded']);

/**
 * True if the channel is live and should be recorded but is not. If the operator turned capture off, there is no
 * notice. An unreachable source is no notice either: many cameras look like this when they are off, and the channel's
 * box shows it.
 */
const isMissed = (c: Channel): boolean =>
  !c.is_capturing && !c.no_capture && c.is_live && (c.verdict.state === 'not-recorded' || c.verdict.state === 'queued');
