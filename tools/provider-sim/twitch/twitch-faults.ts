import type { TwitchAction, TwitchFaultMode, TwitchSurface } from './twitch-spec.js';

type Rule = Omit<Extract<TwitchAction, { do: 'site-fault' }>, 'do'>;

/** The active faults of the surfaces of the simulated Twitch. If a surface has several, the oldest applies. */
export class TwitchFaults {
  private rules: {
    readonly on: TwitchSurface;
    readonly mode: TwitchFaultMode;
    readonly until: number;
    left: number;
  }[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  add({ on, mode, forMs = Infinity, times = Infinity }: Rule): void {
    this.rules.push({ on, mode, until: this.now() + forMs, left: times });
  }

  heal(): void {
    this.rules = [];
  }

  /** The fault that replaces the response to this request, counted as applied; null if there is none. */
  match(surface: TwitchSurface): TwitchFaultMode | null {
    const now = this.now();
    this.rules = this.rules.filter(({ until, left }) => now < until && left > 0);
    const rule = this.rules.find(({ on }) => on === surface);
    if (!rule) return null;
    rule.left -= 1;
    return rule.mode;
  }
}
