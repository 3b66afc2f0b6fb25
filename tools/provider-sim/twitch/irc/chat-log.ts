/** One line sent to a channel's chat. */
export interface ChatLine {
  /** Its tmi-sent-ts, or the time of writing if it has none. ms since the Unix epoch. */
  readonly at: number;
  /** The tag `id`, if present. */
  readonly id: string | null;
  readonly command: string;
  /** The complete line without CR LF; missing for lines of a burst and for old ones. */
  line?: string;
  /** Number of joined sockets that received it; 0 is a line that no client could record. */
  readonly listeners: number;
}

/** All lines sent to the chat of one channel, as far as they are retained. */
export interface ChatLog {
  /** Number of lines ever sent, and of those that a joined client received. */
  readonly sent: number;
  readonly listeners: number;
  /** Oldest first; the last 200,000. */
  readonly lines: readonly ChatLine[];
}

const MAX_LINES = 200_000;
const MAX_TEXTS = 20_000;

export class ChatRecord {
  private sent = 0;
  private listeners = 0;
  private readonly lines: ChatLine[] = [];
  private readonly texts: ChatLine[] = [];

  add(line: ChatLine): void {
    this.sent += 1;
    if (line.listeners > 0) this.listeners += 1;
    this.lines.push(line);
    if (this.lines.length > MAX_LINES) this.lines.splice(0, MAX_LINES / 10);
    if (line.line !== undefined) this.keepText(line);
  }

  get log(): ChatLog {
    return { sent: this.sent, listeners: this.listeners, lines: this.lines };
  }

  private keepText(line: ChatLine): void {
    this.texts.push(line);
    if (this.texts.length > MAX_TEXTS) for (const old of this.texts.splice(0, MAX_TEXTS / 10)) delete old.line;
  }
}

/** Chat logs of all accounts, by `userId`. */
export class ChatBook {
  private readonly records = new Map<string, ChatRecord>();

  of(userId: string): ChatRecord {
    const record = this.records.get(userId) ?? new ChatRecord();
    this.records.set(userId, record);
    return record;
  }

  logOf(userId: string): ChatLog {
    return this.of(userId).log;
  }
}
