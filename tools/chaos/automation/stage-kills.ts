import { rm, writeFile } from 'node:fs/promises';
import { OutsideError, untranslated } from '#libs/errors';
import type { InstallationEnvironment } from '../environment/test-environment.js';
import { GivenUp, until } from '../../common/until.js';
import type { AutomationDb, StageRow } from './automation-db.js';
import { STAGES, type AutomationScenario, type Part, type Stage } from './scenarios.js';
import type { StageHolds } from './stage-holds.js';

/** A command of a worker that died goes to another one within 15 s, a job of an api too; before that, all wait. */
const STAGE_MS = 180_000;
const SLOW_BYTES_PER_S = 20_000;

export interface AutomationEnvironment extends InstallationEnvironment {
  readonly db: AutomationDb;
  readonly holds: StageHolds;
}

/** The step in which a part works on a stage; for all other parts, the end of the stage is held open. */
const WORKS: Readonly<Partial<Record<Stage, Partial<Record<Part, RegExp>>>>> = {
  'download-chat': { recorder: /./ },
  'download-vod': { recorder: /^copy-download$/, converter: /^copy-convert$/ },
  'repair': { recorder: /^repair-download$/, converter: /^repair-fill$/ },
  'contact-sheet': { converter: /./ },
};

/** Goes through the stages of a VOD, and kills parts in the middle of each. The stages have to be held. */
export async function killInStages(
  environment: AutomationEnvironment,
  vod: string,
  { kills }: AutomationScenario,
): Promise<void> {
  const steps = STAGES.map((stage): Kill => ({ vod, stage, parts: kills[stage] ?? [] }));
  for (const [i, step] of steps.entries()) {
    // A stage that loses nobody is over before the work of the next one is made slow.
    const middle = step.parts.length > 0 ? await waitForMiddle(environment, step) : await waitForEnd(environment, step);
    await workFast(environment);
    await kill(environment, step, middle);
    const next = steps[i + 1];
    if (next) await workSlowly(environment, next);
    await environment.holds.release(step.stage);
    for (const part of step.parts) await environment.installation.restart(childOf(part));
  }
}

interface Kill {
  readonly vod: string;
  readonly stage: Stage;
  readonly parts: readonly Part[];
}

async function kill(
  { installation, holds, say }: AutomationEnvironment,
  { stage, parts }: Kill,
  middle: string,
): Promise<void> {
  for (const part of parts) {
    const child = childOf(part);
    const pid = installation.pids()[child] ?? null;
    if (pid === null) throw new OutsideError(untranslated('nothing-in-progress', `${child} did not run`));
    installation.kill(child, 'SIGKILL', { stayDown: true });
    say(`fault: ${child} pid ${String(pid)} is killed in ${stage}, ${middle}`);
  }
  if (parts.includes('api')) await holds.endSessions(stage);
}

/** Waits until the stage is at work, in the step of the part or before its end is written. */
function waitForMiddle({ db, holds, signal }: AutomationEnvironment, { vod, stage, parts }: Kill): Promise<string> {
  const steps = parts.flatMap((part) => WORKS[stage]?.[part] ?? []);
  return until(`${stage} is in its middle`, { signal, limitMs: STAGE_MS, everyMs: 20 }, async () => {
    const row = await db.stage(vod, stage);
    if (row !== null && !['waiting', 'running'].includes(row.status))
      throw new GivenUp(`${stage} is ${row.status} before the fault: ${row.result}`);
    if (row?.status !== 'running') return false;
    if ((await holds.waiting(stage)).length > 0) return `${textOf(row)}, its end is not written yet`;
    const isAtWork = row.jobStatus === 'RUNNING' && steps.some((step) => step.test(row.jobStage ?? ''));
    return isAtWork && textOf(row);
  });
}

/** Waits until the stage is done, at least up to its end, which is held open. */
async function waitForEnd({ db, holds, signal }: AutomationEnvironment, { vod, stage }: Kill): Promise<string> {
  await until(`${stage} is at its end`, { signal, limitMs: STAGE_MS, everyMs: 20 }, async () => {
    const row = await db.stage(vod, stage);
    return (row !== null && !['waiting', 'running'].includes(row.status)) || (await holds.waiting(stage)).length > 0;
  });
  return '';
}

const textOf = ({ job, jobStatus, jobStage }: StageRow): string =>
  `job ${job ?? ''} ${jobStatus ?? ''}${jobStage === null ? '' : ` at ${jobStage}`}`;

/** Stages that fetch segments of the site's VOD. */
const DOWNLOADS: readonly Stage[] = ['download-vod', 'repair'];

/** Makes the work of a worker that will be killed in a stage last longer; the stage must not have begun. */
async function workSlowly(
  { sim, channel, slowFile }: AutomationEnvironment,
  { stage, parts }: Pick<Kill, 'stage' | 'parts'>,
): Promise<void> {
  if (DOWNLOADS.includes(stage) && parts.includes('recorder'))
    sim.act(channel, { do: 'fault', on: 'segment', mode: 'slow', fromSeq: 0, bytesPerS: SLOW_BYTES_PER_S });
  if (parts.includes('converter')) await writeFile(slowFile, '');
}

async function workFast({ sim, channel, slowFile }: AutomationEnvironment): Promise<void> {
  sim.act(channel, { do: 'clear' });
  await rm(slowFile, { force: true });
}

const childOf = (part: Part): string => (part === 'recorder' ? 'recorder-0' : part);
