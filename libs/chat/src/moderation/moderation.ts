import { type ChatRecord, type DeletedBy } from '#libs/contracts';

/** A moderator's act, in the site's time. */
export interface Act {
  readonly at: number;
  readonly by: DeletedBy;
  readonly messageId: string | null;
  readonly userId: string | null;
}

/** Who wrote what when, in the site's time. */
export interface Said {
  readonly id: string;
  readonly authorId: string;
  readonly at: number;
}

/**
 * What moderators took away: a message by its id, all earlier ones of a user, or all. It deletes nothing: a removed
 * message is only marked. Holds the acts of a whole VOD, some hundred bytes each.
 */
export class Moderation {
  private readonly all: Act[] = [];
  private readonly seen = new Set<string>();
  private readonly byMessage = new Map<string, Act>();
  private readonly byUser = new Map<string, Act[]>();
  private readonly clears: Act[] = [];

  /** Repeats (two recorders heard it) count once. @returns whether it was an act, and new */
  add(record: ChatRecord): boolean {
    const act = actOf(record);
    if (!act) return false;
    const key = `${act.at}/${act.messageId ?? ''}/${act.userId ?? ''}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    insert(this.all, act);
    if (act.messageId !== null) this.byMessage.set(act.messageId, this.byMessage.get(act.messageId) ?? act);
    else if (act.userId === null) insert(this.clears, act);
    else this.addToUser(act.userId, act);
    return true;
  }

  /** The act that took it away first; null while it stands. */
  takenBy({ id, authorId, at }: Said): Act | null {
    const acts = [
      this.byMessage.get(id),
      firstFrom(this.byUser.get(authorId) ?? [], at),
      firstFrom(this.clears, at),
    ].filter((act) => act !== undefined);
    return acts.reduce<Act | null>((first, act) => (first === null || act.at < first.at ? act : first), null);
  }

  /** In order of time, `from` <= at < `to`. */
  between(from: number, to: number): readonly Act[] {
    return this.all.slice(indexFrom(this.all, from), indexFrom(this.all, to));
  }

  private addToUser(userId: string, act: Act): void {
    const acts = this.byUser.get(userId) ?? [];
    insert(acts, act);
    this.byUser.set(userId, acts);
  }
}

function actOf(record: ChatRecord): Act | null {
  if (record.t === 'delete') return { at: record.at, by: 'moderator', messageId: record.targetId, userId: null };
  if (record.t !== 'clear') return null;
  const { at, userId, seconds } = record;
  if (userId === null) return { at, by: 'clear', messageId: null, userId };
  return { at, by: seconds === null ? 'ban' : 'timeout', messageId: null, userId };
}

/** They come nearly in order. */
function insert(acts: Act[], act: Act): void {
  let i = acts.length;
  while (i > 0 && (acts[i - 1]?.at ?? 0) > act.at) i -= 1;
  acts.splice(i, 0, act);
}

const firstFrom = (acts: readonly Act[], at: number): Act | undefined => acts[indexFrom(acts, at)];

function indexFrom(acts: readonly Act[], at: number): number {
  let [low, high] = [0, acts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((acts[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
