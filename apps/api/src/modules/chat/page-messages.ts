import { type ChatMessage } from '#libs/contracts';

/** Maximum number of messages of a page; messages of the same moment are never split. */
const MAX_MESSAGES = 2000;
/**
 * The same limit in characters. Messages of a site stay far below it; one of an imported chat may have 128 kB, and a
 * page is in memory as a whole.
 */
const MAX_CHARS = 2 * 1024 * 1024;
/**
 * Of the messages of one moment, a page has at least the newest 5,000 or 4 MB, and at most twice that. All messages that
 * were sent during a gap are at the moment of its end.
 */
const MOMENT_MESSAGES = 5000;
const MOMENT_CHARS = 4 * 1024 * 1024;

interface Sized {
  readonly message: ChatMessage;
  /** Of its JSON. */
  readonly chars: number;
}

/** Collects the messages of a page. Add them in order of time. */
export class PageMessages {
  private readonly earlier: ChatMessage[] = [];
  private moment: Sized[] = [];
  private momentChars = 0;
  private chars = 0;

  /** Whether the page ends before the next moment. */
  get isFull(): boolean {
    return this.earlier.length + this.moment.length >= MAX_MESSAGES || this.chars + this.momentChars >= MAX_CHARS;
  }

  add(sized: Sized): void {
    if (sized.message.atMs !== this.moment[0]?.message.atMs) this.endMoment();
    this.moment.push(sized);
    this.momentChars += sized.chars;
    if (this.moment.length >= 2 * MOMENT_MESSAGES || this.momentChars >= 2 * MOMENT_CHARS) this.dropOldest();
  }

  all(): ChatMessage[] {
    return [...this.earlier, ...this.moment.map(({ message }) => message)];
  }

  private endMoment(): void {
    for (const { message } of this.moment) this.earlier.push(message);
    this.chars += this.momentChars;
    [this.moment, this.momentChars] = [[], 0];
  }

  private dropOldest(): void {
    let first = this.moment.length;
    let chars = 0;
    for (const { chars: more } of this.moment.toReversed()) {
      if (this.moment.length - first >= MOMENT_MESSAGES || chars >= MOMENT_CHARS) break;
      first -= 1;
      chars += more;
    }
    [this.moment, this.momentChars] = [this.moment.slice(first), chars];
  }
}
