import { type UiChange } from '../platform/messaging/ui-notifier.js';

type Sender = (change: UiChange) => Promise<void>;
interface PendingChange {
  change: UiChange;
  /** A removal that an update follows. It is sent first: for a row that is gone, the update has no frame. */
  removed: UiChange | null;
  timer: NodeJS.Timeout | null;
  hasChange: boolean;
}

/** Time to collect all notifications of one transaction. */
const FIRST_DELAY_MS = 10;
/** After a frame, changes of the same entity within this time are sent as one frame. */
const COMBINE_MS = 250;

/**
 * Combines changes of the same entity and sends them one after the other, so that a later read is sent later and no
 * stale frame follows (v0 sends such frames). The first change of an idle entity is sent at once; the next one waits at
 * most the combine time plus one send.
 */
export class EntityChanges {
  private readonly pending = new Map<string, PendingChange>();
  constructor(private readonly send: Sender) {}

  push(change: UiChange): void {
    const key = `${change.entity.replace(/-removed$/, '')} ${change.id}`;
    const entry = this.pending.get(key);
    if (!entry) {
      this.pending.set(key, this.start(key, change));
      return;
    }
    if (entry.hasChange && entry.change.entity !== change.entity && isRemoval(entry.change))
      entry.removed = entry.change;
    entry.change = entry.hasChange ? merge(entry.change, change) : change;
    entry.hasChange = true;
  }

  stop(): void {
    for (const { timer } of this.pending.values()) if (timer) clearTimeout(timer);
    this.pending.clear();
  }

  private start(key: string, change: UiChange): PendingChange {
    const entry: PendingChange = { change, removed: null, timer: null, hasChange: true };
    this.arm(key, entry, FIRST_DELAY_MS);
    return entry;
  }

  private arm(key: string, entry: PendingChange, ms: number): void {
    entry.timer = setTimeout(() => {
      void this.run(key, entry);
    }, ms);
    entry.timer.unref();
  }

  /** Sends the waiting change. Without one the entity is idle, and its next change is sent at once. */
  private async run(key: string, entry: PendingChange): Promise<void> {
    if (!entry.hasChange) {
      this.pending.delete(key);
      return;
    }
    const waiting = entry.removed === null ? [entry.change] : [entry.removed, entry.change];
    Object.assign(entry, { removed: null, timer: null, hasChange: false });
    // The sender logs a failure; the next change sends the newest state.
    for (const change of waiting) await this.send(change).catch(() => undefined);
    if (this.pending.get(key) === entry) this.arm(key, entry, COMBINE_MS);
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
