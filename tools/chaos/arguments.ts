import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import { STORAGES, type StorageKind } from './scenario.js';

/** Target of the faults: the pipeline of any stream, its site, work on the library, what follows a recording, or disks. */
const SUITES = ['spine', 'twitch', 'library', 'automation', 'disk'] as const;
export type Suite = (typeof SUITES)[number];

export interface ChaosArguments {
  readonly suites: readonly Suite[];
  readonly storages: readonly StorageKind[];
  /** Names of scenarios; empty means all. */
  readonly only: readonly string[];
  readonly isShort: boolean;
}

const USAGE =
  'npm run chaos -- spine|twitch|library|automation|disk|all [--storage file|s3|both] [--only NAME[,NAME]] [--short] (twitch and automation ignore --storage; disk needs root)';

/**
 * @param mayMount whether this user may mount disks; otherwise `all` leaves them out
 * @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones
 */
export function chaosArguments(
  args: readonly string[],
  known: readonly string[],
  mayMount: () => boolean = () => process.getuid?.() === 0,
): ChaosArguments {
  const { suite, storage, only, isShort } = parseOptions(args);
  const suites = SUITES.filter((name) => (suite === 'all' && (name !== 'disk' || mayMount())) || suite === name);
  if (suites.length === 0) throw new UserError(untranslated('arguments', `No suite ${suite}: ${USAGE}`));
  const storages = STORAGES.filter((kind) => storage === 'both' || storage === kind);
  if (storages.length === 0) throw new UserError(untranslated('arguments', `No storage ${storage}: ${USAGE}`));
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UserError(untranslated('arguments', `No scenario ${unknown}. There are: ${known.join(', ')}`));
  return { suites, storages, only, isShort };
}

function parseOptions(args: readonly string[]): {
  readonly suite: string;
  readonly storage: string;
  readonly only: string[];
  readonly isShort: boolean;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        storage: { type: 'string', default: 'both' },
        only: { type: 'string', default: '' },
        short: { type: 'boolean', default: false },
      },
    });
    return {
      suite: positionals[0] ?? '',
      storage: values.storage,
      only: values.only.split(',').filter((name) => name !== ''),
      isShort: values.short,
    };
  } catch (thrown) {
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
