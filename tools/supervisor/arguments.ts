import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';

/** Arguments of `npm start --`. */
export interface Arguments {
  readonly demo: boolean;
  readonly dataDir: string | undefined;
  readonly port: string | undefined;
  readonly moveDamagedDatabase: boolean;
  /** file of a backup, or `latest` */
  readonly restore: string | undefined;
}

/** @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones */
export function parseArguments(args: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'demo': { type: 'boolean', default: false },
        'data': { type: 'string' },
        'port': { type: 'string' },
        'move-damaged-database': { type: 'boolean', default: false },
        'restore': { type: 'string' },
      },
    });
    return {
      demo: values.demo,
      dataDir: values.data,
      port: values.port,
      moveDamagedDatabase: values['move-damaged-database'],
      restore: values.restore,
    };
  } catch (thrown) {
    throw new UserError(
      untranslated(
        'arguments',
        `${messageOf(thrown)}. Allowed: npm start -- [--demo] [--data DIR] [--port N] [--move-damaged-database] [--restore FILE|latest]`,
      ),
    );
  }
}
