import { type ChatRecord, type DeletedBy } from '#libs/contracts';

/** A moderator's action, in the site's time. */
export interface ModerationAction {
  readonly at: number;
  readonly by: DeletedBy;
  readonly messageId: string | null;
  readonly userId: string | null;
}

/** Author and time of a message, in the site's time. */
export interface SentMessage {
  readonly id: string;
  readonly authorId: string;
  readonly at: number;
}

/**
 * Deletions by moderators: a message by its id, all earlier messages of a user, or all messages. Removes no data: a
 * deleted message is only marked. Holds the actions of a whole VOD, some hundred bytes each.
 */
export class Moderation {
  private readonly all = new Actions();
  private readonly seen = new Set<string>();
  private readonly byMessage = new Map<string, ModerationAction>();
  private readonly byUser = new Map<string, Actions>();
  private readonly clears = new Actions();

  /**
   * Adds an action. Repeated ones (received by two recorders) count once. @returns whether it was an action, and new
   */
  add(record: ChatRecord): boolean {
    const action = actionOf(record);
    if (!action) return false;
    const key = `${action.at}/${action.messageId ?? ''}/${action.userId ?? ''}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    this.all.add(action);
    if (action.messageId !== null) this.byMessage.set(action.messageId, this.byMessage.get(action.messageId) ?? action);
    else if (action.userId === null) this.clears.add(action);
    else this.addToUser(action.userId, action);
    return true;
  }

  /** The first action that deleted the message; null if it is not deleted. */
  removedBy({ id, authorId, at }: SentMessage): ModerationAction | null {
    const actions = [
      this.byMessage.get(id),
      this.byUser.get(authorId)?.firstFrom(at),
      this.clears.firstFrom(at),
    ].filter((action) => action !== undefined);
    return actions.reduce<ModerationAction | null>(
      (first, action) => (first === null || action.at < first.at ? action : first),
      null,
    );
  }

  /** Actions in chronological order, `from` <= at < `to`. */
  between(from: number, to: number): readonly ModerationAction[] {
    return this.all.between(from, to);
  }

  private addToUser(userId: string, action: ModerationAction): void {
    const actions = this.byUser.get(userId) ?? new Actions();
    actions.add(action);
    this.byUser.set(userId, actions);
  }
}

function actionOf(record: ChatRecord): ModerationAction | null {
  if (record.t === 'delete') return { at: record.at, by: 'moderator', messageId: record.targetId, userId: null };
  if (record.t !== 'clear') return null;
  const { at, userId, seconds } = record;
  if (userId === null) return { at, by: 'clear', messageId: null, userId };
  return { at, by: seconds === null ? 'ban' : 'timeout', messageId: null, userId };
}

/** Actions in order of time; those of the same ms in order of arrival. */
class Actions {
  private readonly all: ModerationAction[] = [];
  private isSorted = true;

  /** They arrive nearly in order; those of a file may arrive in any, and all at once. */
  add(action: ModerationAction): void {
    this.isSorted &&= (this.all.at(-1)?.at ?? -Infinity) <= action.at;
    this.all.push(action);
  }

  firstFrom(at: number): ModerationAction | undefined {
    const all = this.sorted();
    return all[indexFrom(all, at)];
  }

  between(from: number, to: number): readonly ModerationAction[] {
    const all = this.sorted();
    return all.slice(indexFrom(all, from), indexFrom(all, to));
  }

  private sorted(): readonly ModerationAction[] {
    if (!this.isSorted) this.all.sort((a, b) => a.at - b.at);
    this.isSorted = true;
    return this.all;
  }
}

function indexFrom(actions: readonly ModerationAction[], at: number): number {
  let [low, high] = [0, actions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((actions[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
