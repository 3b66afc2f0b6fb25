import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import type { ChaosArguments } from '../arguments.js';
import type { Results } from '../run/results.js';
import { LONG, SHORT } from '../stage/stage.js';
import { loginOf, type TwitchScene } from './scene.js';
import { houseDir, twitchLane } from './twitch-lane.js';

interface Run {
  readonly wanted: ChaosArguments;
  readonly scenes: readonly TwitchScene[];
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** Plays the scenes that are wanted. What was not reached has failed. */
export async function runTwitch({ wanted, scenes, signal, results, say }: Run): Promise<void> {
  const chosen = scenes.filter(({ name }) => wanted.only.length === 0 || wanted.only.includes(name));
  if (chosen.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  try {
    await twitchLane({ pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say }, chosen);
  } catch (thrown) {
    if (!signal.aborted)
      results.fail({ name: 'house-twitch', thrown, logs: [join(houseDir(dir), 'log')], simLog: null });
  } finally {
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
  if (signal.aborted) return;
  for (const name of chosen.map(loginOf))
    if (!results.names.has(name)) results.fail({ name, thrown: 'was not run', logs: [], simLog: null });
}
