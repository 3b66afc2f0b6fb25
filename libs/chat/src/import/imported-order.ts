import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

/** Messages of the same moment. A page of chat never divides them. */
const MAX_AT_ONCE = 5000;
/** Deletions: a reader has all of them in memory. */
const MAX_DELETED = 100_000;
/** A group of consecutive messages ends with this many messages or characters, as a stored chunk does. */
const GROUP_SIZE = 5000;
const GROUP_CHARS = 2 * 1024 * 1024;
/** A reader has all groups in memory that contain a moment. In a file in order of time, these are one or two. */
const MAX_OVERLAPPING = 10;

/** A message: its time, and the length of its text in the file, in characters. */
interface Placed {
  readonly atMs: number;
  readonly chars: number;
  readonly isDeleted: boolean;
}

interface Group {
  from: number;
  to: number;
  /** Groups that contain the moment `from`, this one too. Wherever most groups overlap, one of them begins. */
  overlapping: number;
}

/**
 * Bounds what readers of an imported chat must have in memory at once. Chats are read in order of time and in groups, so
 * a file whose messages are all of one moment, or in any order, would be read as a whole for each page.
 */
export class ImportedOrder {
  private readonly groups: Group[] = [];
  private group: Group | null = null;
  private inGroup = 0;
  private charsInGroup = 0;
  private lastMs: number | null = null;
  private atOnce = 0;
  private deleted = 0;

  /**
   * Call it for each message.
   * @throws UserError `chat-unreadable`; `chat-too-large` (413): more deletions than a reader can have in memory
   */
  add({ atMs, chars, isDeleted }: Placed): void {
    this.atOnce = atMs === this.lastMs ? this.atOnce + 1 : 1;
    this.lastMs = atMs;
    if (this.atOnce > MAX_AT_ONCE) throw unordered();
    if (isDeleted) this.countDeleted();
    this.group ??= { from: atMs, to: atMs, overlapping: 1 };
    this.group.from = Math.min(this.group.from, atMs);
    this.group.to = Math.max(this.group.to, atMs);
    this.inGroup += 1;
    this.charsInGroup += chars;
    if (this.inGroup === GROUP_SIZE || this.charsInGroup >= GROUP_CHARS) this.finish(this.group);
  }

  private countDeleted(): void {
    this.deleted += 1;
    if (this.deleted > MAX_DELETED)
      throw new UserError(message('error.chat-too-large.deleted', { most: MAX_DELETED.toLocaleString('en') }), {
        status: 413,
      });
  }

  private finish(group: Group): void {
    for (const other of this.groups) {
      if (contains(group, other.from)) other.overlapping += 1;
      if (contains(other, group.from)) group.overlapping += 1;
      if (Math.max(other.overlapping, group.overlapping) > MAX_OVERLAPPING) throw unordered();
    }
    this.groups.push(group);
    this.group = null;
    [this.inGroup, this.charsInGroup] = [0, 0];
  }
}

const contains = ({ from, to }: Group, moment: number): boolean => from <= moment && moment <= to;
const unordered = (): UserError => new UserError(message('error.chat-unreadable.no-order'));
