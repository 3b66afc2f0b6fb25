import { parseArgs } from 'node:util';
import { messageOf, untranslated, UserError } from '#libs/errors';

/** What a run attacks. */
const LANE_NAMES = ['hls', 'parsers'] as const;
export type LaneName = (typeof LANE_NAMES)[number];

export interface FuzzArguments {
  readonly lane: LaneName;
  readonly seconds: number;
  /** The same seed generates the same cases, in the same order. */
  readonly seed: number;
}

const USAGE = `npm run fuzz -- ${LANE_NAMES.join('|')} [--seconds 60] [--seed N]`;
const MAX_SEED = 2 ** 32 - 1;

/** @throws UserError `arguments`: an argument is not allowed */
export function fuzzArguments(args: readonly string[], randomSeed: number): FuzzArguments {
  const { values, positionals } = parseOptions(args);
  const lane = LANE_NAMES.find((name) => name === positionals[0]);
  const seconds = Number(values.seconds);
  const seed = values.seed === undefined ? randomSeed : Number(values.seed);
  const isValid = seconds > 0 && Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED;
  if (lane === undefined || positionals.length !== 1 || !isValid) throw new UserError(untranslated('arguments', USAGE));
  return { lane, seconds, seed };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
    });
  } catch (thrown) {
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
