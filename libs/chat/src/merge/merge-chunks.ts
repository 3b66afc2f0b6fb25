import { type ChatRecord } from '#libs/contracts';

/** A chunk that can be read; the stamps are from its name. */
export interface ReadableChunk {
  readonly firstAt: number;
  read(): Promise<readonly ChatRecord[]>;
}

/** Number of recent ids to remember for the removal of duplicates: two recorders can receive the same moment. */
const MAX_REMEMBERED_IDS = 200_000;

/**
 * Merges the chunks of all recorders of a chat: records in order of the site's time, each once. A chunk is read when
 * its first moment is due, so that only chunks that overlap in time are in memory.
 */
export async function* mergeChunks(chunks: readonly ReadableChunk[]): AsyncGenerator<ChatRecord> {
  const waiting = chunks.toSorted((a, b) => a.firstAt - b.firstAt);
  const seen = new Recent();
  let held: ChatRecord[] = [];
  let at = 0;
  for (let next = 0; next < waiting.length || at < held.length;) {
    const chunk = waiting[next];
    const first = held[at];
    if (chunk && (!first || chunk.firstAt <= first.at)) {
      // The sort is stable: records with equal stamps stay in order of arrival.
      held = [...held.slice(at), ...(await chunk.read())].sort((a, b) => a.at - b.at);
      at = 0;
      next += 1;
      continue;
    }
    at += 1;
    if (first && seen.add(identityOf(first))) yield first;
  }
}

/** Identity of a record; equal if two recorders received the same event. */
function identityOf(record: ChatRecord): string {
  switch (record.t) {
    case 'message':
    case 'notice':
      return record.id;
    case 'delete':
      return `delete/${record.at}/${record.targetId}`;
    case 'clear':
      return `clear/${record.at}/${record.userId ?? ''}`;
    case 'room':
      return `room/${record.at}/${record.text}`;
    case 'gap':
      return `gap/${record.at}/${record.until}`;
  }
}

/** A set of the most recent texts, with limited size. */
export class Recent {
  private now = new Set<string>();
  private before = new Set<string>();

  constructor(private readonly maxIds: number = MAX_REMEMBERED_IDS) {}

  /** @returns whether the text is new */
  add(text: string): boolean {
    if (this.now.has(text) || this.before.has(text)) return false;
    if (this.now.size >= this.maxIds / 2) {
      this.before = this.now;
      this.now = new Set();
    }
    this.now.add(text);
    return true;
  }
}
