import { type ChatRecord } from '#libs/contracts';

/**
 * The key that identifies a repeated record. Null: the site sends neither an id nor a time for it, so equal records may
 * be different events.
 */
export function repeatKey(record: ChatRecord): string | null {
  switch (record.t) {
    case 'message':
    case 'notice':
      return record.id;
    case 'delete':
      return `delete ${record.targetId}`;
    case 'clear':
      return record.tags['tmi-sent-ts'] === undefined ? null : `clear ${record.at} ${record.login ?? ''}`;
    case 'room':
    case 'gap':
      return null;
  }
}

/**
 * Remembers the newest keys, at least `least` and at most twice as many: repeats arrive within seconds, after the same
 * disconnect.
 */
export class SeenKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  constructor(private readonly least = 10_000) {}

  /** @returns whether the key is new */
  add(key: string): boolean {
    if (this.young.has(key) || this.old.has(key)) return false;
    if (this.young.size >= this.least) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(key);
    return true;
  }
}
