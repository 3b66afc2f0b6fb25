import { type UiChange } from '../platform/messaging/ui-notifier.js';

type Sender = (change: UiChange) => Promise<void>;
interface Line {
  change: UiChange;
  /** A removal that an update follows. It is sent first: for a row that is gone, the update has no frame. */
  removed: UiChange | null;
  timer: NodeJS.Timeout | null;
  isWanted: boolean;
}

/** Time to collect all notifications of one transaction. */
const LEAD_MS = 10;
/** After a frame, changes of the same entity within this time are sent as one frame. */
const GATHER_MS = 250;

/**
 * Combines changes of the same entity and sends them one after the other, so that a later read is sent later and no
 * stale frame follows (v0 sends such frames). The first change of an idle entity is sent at once; the next one waits at
 * most the gather time plus one send.
 */
export class EntityChanges {
  private readonly lines = new Map<string, Line>();
  constructor(private readonly send: Sender) {}

  push(change: UiChange): void {
    const key = `${change.entity.replace(/-removed$/, '')} ${change.id}`;
    const line = this.lines.get(key);
    if (!line) {
      this.lines.set(key, this.start(key, change));
      return;
    }
    if (line.isWanted && line.change.entity !== change.entity && isRemoval(line.change)) line.removed = line.change;
    line.change = line.isWanted ? merge(line.change, change) : change;
    line.isWanted = true;
  }

  stop(): void {
    for (const { timer } of this.lines.values()) if (timer) clearTimeout(timer);
    this.lines.clear();
  }

  private start(key: string, change: UiChange): Line {
    const line: Line = { change, removed: null, timer: null, isWanted: true };
    this.arm(key, line, LEAD_MS);
    return line;
  }

  private arm(key: string, line: Line, ms: number): void {
    line.timer = setTimeout(() => {
      void this.run(key, line);
    }, ms);
    line.timer.unref();
  }

  /** Sends the waiting change. Without one the entity is idle, and its next change is sent at once. */
  private async run(key: string, line: Line): Promise<void> {
    if (!line.isWanted) {
      this.lines.delete(key);
      return;
    }
    const waiting = line.removed === null ? [line.change] : [line.removed, line.change];
    Object.assign(line, { removed: null, timer: null, isWanted: false });
    // The sender logs a failure; the next change sends the newest state.
    for (const change of waiting) await this.send(change).catch(() => undefined);
    if (this.lines.get(key) === line) this.arm(key, line, GATHER_MS);
  }
}

const isRemoval = ({ entity }: UiChange): boolean => entity.endsWith('-removed');

/**
 * Merges two changes of an entity: the newer one with the actions and data of both. A removal and an update are not
 * merged.
 */
function merge(old: UiChange, next: UiChange): UiChange {
  const actions = [...new Set([...(old.actions ?? []), ...(next.actions ?? [])])];
  if (old.entity !== next.entity) return next;
  return {
    ...next,
    ...(actions.length > 0 && { actions }),
    ...((old.data ?? next.data) && { data: { ...old.data, ...next.data } }),
  };
}
