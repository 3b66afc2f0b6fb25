import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import type { Producer } from './producer.js';
import type { Receiver } from './receivers/receiver.js';

const USAGE = 'npm run foreign -- [NAME ...] [--short]';

type Choosable = Pick<Producer | Receiver, 'id' | 'isShort'>;

export interface Chosen<P extends Choosable> {
  readonly chosen: readonly P[];
  readonly isShort: boolean;
}

/**
 * Producers and receivers that the arguments choose. A name chooses one, or all whose id starts with it (`gstreamer`,
 * `ffmpeg-fmp4`, `receiver`).
 * @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones
 */
export function chosenPrograms<P extends Choosable>(args: readonly string[], all: readonly P[]): Chosen<P> {
  const { names, isShort } = parsed(args);
  const strange = names.find((name) => !all.some(({ id }) => isNamed(id, name)));
  if (strange !== undefined)
    throw new UserError(
      untranslated('arguments', `There is no ${strange}, but: ${all.map(({ id }) => id).join(', ')}`),
    );
  const chosen = all.filter(
    (producer) =>
      (!isShort || producer.isShort) && (names.length === 0 || names.some((name) => isNamed(producer.id, name))),
  );
  if (chosen.length === 0)
    throw new UserError(untranslated('arguments', `The short set has no ${names.join(', ')}. ${USAGE}`));
  return { chosen, isShort };
}

const isNamed = (id: string, name: string): boolean => id === name || id.startsWith(`${name}-`);

function parsed(args: readonly string[]): { readonly names: readonly string[]; readonly isShort: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { short: { type: 'boolean', default: false } },
    });
    return { names: positionals, isShort: values.short };
  } catch (thrown) {
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
