import { Module } from '@nestjs/common';
import { UserError, untranslated } from '#libs/errors';
import { startService } from './start-service.js';

/**
 * Minimal service for tests: it starts, reports healthy, and prints a line when it drains. An argument selects how it
 * fails.
 */
class BareModule {}
Module({})(BareModule);

const [mode] = process.argv.slice(2);
await startService({
  name: 'exporter',
  module: () => {
    if (mode === 'newer-database')
      throw new UserError(
        untranslated('database-newer', 'The database was made by a newer Vodkeep.\nStart that version again.'),
      );
    return BareModule;
  },
  started: (_app, { drain, log }) => {
    drain.add({
      name: 'work',
      run: () => {
        process.stdout.write('work was handed over\n');
      },
    });
    if (mode === 'uncaught')
      setImmediate(() => {
        throw new TypeError('boom');
      });
    if (mode === 'unhandled') void Promise.reject(new TypeError('boom'));
    log.info('bare service started', { password: 'hunter2' });
  },
});
