import { type UiChange } from '../platform/messaging/ui-notifier.js';

type Sender = (change: UiChange) => Promise<void>;
interface Line {
  change: UiChange;
  timer: NodeJS.Timeout | null;
  isWanted: boolean;
}

/** What one transaction notifies of comes within this time. */
const LEAD_MS = 10;
/** After a frame, changes of the same entity within this time are one frame. */
const GATHER_MS = 250;

/**
 * Gathers changes of the same entity and sends them one after the other, so that a row that is read later is sent
 * later: no stale frame goes out, as it does in v0. A change of what was quiet is sent at once; one that follows waits
 * at most the gather time plus one sending.
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
    line.change = line.isWanted ? merge(line.change, change) : change;
    line.isWanted = true;
  }

  stop(): void {
    for (const { timer } of this.lines.values()) if (timer) clearTimeout(timer);
    this.lines.clear();
  }

  private start(key: string, change: UiChange): Line {
    const line: Line = { change, timer: null, isWanted: true };
    this.arm(key, line, LEAD_MS);
    return line;
  }

  private arm(key: string, line: Line, ms: number): void {
    line.timer = setTimeout(() => {
      void this.run(key, line);
    }, ms);
    line.timer.unref();
  }

  /** Quiet since its last frame: the next change is reported at once again. */
  private async run(key: string, line: Line): Promise<void> {
    if (!line.isWanted) {
      this.lines.delete(key);
      return;
    }
    Object.assign(line, { timer: null, isWanted: false });
    await this.send(line.change).catch(() => undefined); // the sender logs; the next change sends the newest state
    if (this.lines.get(key) === line) this.arm(key, line, GATHER_MS);
  }
}

/** What was removed stays removed; else the newest change with all the actions that were said. */
function merge(old: UiChange, next: UiChange): UiChange {
  const actions = [...new Set([...(old.actions ?? []), ...(next.actions ?? [])])];
  if (old.entity !== next.entity) return next;
  return {
    ...next,
    ...(actions.length > 0 && { actions }),
    ...((old.data ?? next.data) && { data: { ...old.data, ...next.data } }),
  };
}
