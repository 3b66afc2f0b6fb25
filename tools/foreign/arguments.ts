import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import type { Producer } from './producer.js';

const USAGE = 'npm run foreign -- [NAME ...] [--short]';

type Choosable = Pick<Producer, 'id' | 'isShort'>;

export interface Chosen<P extends Choosable> {
  readonly producers: readonly P[];
  readonly isShort: boolean;
}

/**
 * Producers that the arguments choose. A name chooses a producer, or all producers whose id starts with it (`gstreamer`,
 * `ffmpeg-fmp4`).
 * @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones
 */
export function chosenProducers<P extends Choosable>(args: readonly string[], all: readonly P[]): Chosen<P> {
  const { names, isShort } = parsed(args);
  const strange = names.find((name) => !all.some(({ id }) => isNamed(id, name)));
  if (strange !== undefined)
    throw new UserError(
      untranslated('arguments', `No producer ${strange}. There are: ${all.map(({ id }) => id).join(', ')}`),
    );
  const producers = all.filter(
    (producer) =>
      (!isShort || producer.isShort) && (names.length === 0 || names.some((name) => isNamed(producer.id, name))),
  );
  if (producers.length === 0)
    throw new UserError(untranslated('arguments', `The short set has no producer ${names.join(', ')}. ${USAGE}`));
  return { producers, isShort };
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
