import { type StageKind } from '#libs/contracts';
import type { Named } from '../scenario.js';

/** Processes that the stages need. */
const PARTS = ['api', 'converter', 'recorder'] as const;
export type Part = (typeof PARTS)[number];

/** The stages that this version can do, in their order. */
export const STAGES = [
  'match',
  'download-chat',
  'download-vod',
  'repair',
  'nfo',
  'contact-sheet',
  'hook',
  'cleanup',
] as const satisfies readonly StageKind[];
export type Stage = (typeof STAGES)[number];

/** One recording with all stages after it, and the parts that are killed in the middle of each. */
export interface AutomationScenario extends Named {
  readonly kills: Readonly<Partial<Record<Stage, readonly Part[]>>>;
}

/** Each stage loses another part; with all three of these, each stage has lost each part. */
const LONG: readonly AutomationScenario[] = PARTS.map((first, n) => ({
  name: `stages-${first}-first`,
  about: `all stages after a recording; one part is killed in each, first the ${first}`,
  kills: Object.fromEntries(STAGES.map((stage, i) => [stage, [PARTS[(i + n) % PARTS.length] ?? first]])),
}));

/** All parts at once, in a stage of a worker. */
const SHORT: AutomationScenario = {
  name: 'stages-all-at-once',
  about: 'all stages after a recording; all parts are killed in the middle of one',
  kills: { 'contact-sheet': PARTS },
};

export const AUTOMATION: readonly AutomationScenario[] = [SHORT, ...LONG];
export const SHORT_AUTOMATION: readonly AutomationScenario[] = [SHORT];

/** Name in the results, and login of the scenario's channel. */
export const loginOf = ({ name }: Named): string => name.replaceAll('-', '_');
