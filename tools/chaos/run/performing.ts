import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Sim } from '../../provider-sim/index.js';
import type { Conclude, StorageKind } from '../scenario.js';
import type { Pace, Stage } from '../stage/stage.js';
import type { Results } from './results.js';

/** What all performances share. */
export interface Theatre {
  readonly sim: Sim;
  readonly pace: Pace;
  readonly dir: string;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** @param name of what is counted, and of its channel */
export function stageFor({ sim, pace, dir, signal, say }: Theatre, name: string, storage: StorageKind): Stage {
  return {
    storage,
    sim,
    channel: name,
    pace,
    dir: mkdtempSync(join(dir, `${name}-`)),
    signal,
    cleaning: new AsyncDisposableStack(),
    say: (line) => {
      say(`      ${name}: ${line}`);
    },
  };
}

interface Act {
  readonly stage: Stage;
  /** Where its processes say what they do. */
  readonly logs: readonly string[];
  readonly strike: () => Promise<Conclude>;
}

/** Strikes, and leaves the verdict to `concluded`, so that the next strike need not wait for it. Neither throws. */
export async function perform(
  theatre: Theatre,
  { stage, logs, strike }: Act,
): Promise<{ readonly concluded: Promise<void> }> {
  const began = globalThis.performance.now();
  const name = stage.channel;
  const fail = async (thrown: unknown): Promise<void> => {
    if (!theatre.signal.aborted) theatre.results.fail({ name, thrown, logs, simLog: theatre.sim.log().channels[name] });
    await stage.cleaning.disposeAsync();
  };
  const conclude = async (verdict: Conclude): Promise<void> => {
    try {
      await verdict();
      theatre.results.pass(name, (globalThis.performance.now() - began) / 1000);
      await stage.cleaning.disposeAsync();
    } catch (thrown) {
      await fail(thrown);
    }
  };
  try {
    return { concluded: conclude(await strike()) };
  } catch (thrown) {
    theatre.sim.act(name, { do: 'end', how: 'vanish' });
    await fail(thrown);
    return { concluded: Promise.resolve() };
  }
}
