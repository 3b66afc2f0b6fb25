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
  private readonly all: ModerationAction[] = [];
  private readonly seen = new Set<string>();
  private readonly byMessage = new Map<string, ModerationAction>();
  private readonly byUser = new Map<string, ModerationAction[]>();
  private readonly clears: ModerationAction[] = [];

  /**
   * Adds an action. Repeated ones (received by two recorders) count once. @returns whether it was an action, and new
   */
  add(record: ChatRecord): boolean {
    const action = actionOf(record);
    if (!action) return false;
    const key = `${action.at}/${action.messageId ?? ''}/${action.userId ?? ''}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    insert(this.all, action);
    if (action.messageId !== null) this.byMessage.set(action.messageId, this.byMessage.get(action.messageId) ?? action);
    else if (action.userId === null) insert(this.clears, action);
    else this.addToUser(action.userId, action);
    return true;
  }

  /** The first action that deleted the message; null if it is not deleted. */
  removedBy({ id, authorId, at }: SentMessage): ModerationAction | null {
    const actions = [
      this.byMessage.get(id),
      firstFrom(this.byUser.get(authorId) ?? [], at),
      firstFrom(this.clears, at),
    ].filter((action) => action !== undefined);
    return actions.reduce<ModerationAction | null>(
      (first, action) => (first === null || action.at < first.at ? action : first),
      null,
    );
  }

  /** Actions in chronological order, `from` <= at < `to`. */
  between(from: number, to: number): readonly ModerationAction[] {
    return this.all.slice(indexFrom(this.all, from), indexFrom(this.all, to));
  }

  private addToUser(userId: string, action: ModerationAction): void {
    const actions = this.byUser.get(userId) ?? [];
    insert(actions, action);
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

/** Searches from the end, because actions arrive nearly in order. */
function insert(actions: ModerationAction[], action: ModerationAction): void {
  let i = actions.length;
  while (i > 0 && (actions[i - 1]?.at ?? 0) > action.at) i -= 1;
  actions.splice(i, 0, action);
}

const firstFrom = (actions: readonly ModerationAction[], at: number): ModerationAction | undefined =>
  actions[indexFrom(actions, at)];

function indexFrom(actions: readonly ModerationAction[], at: number): number {
  let [low, high] = [0, actions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((actions[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
