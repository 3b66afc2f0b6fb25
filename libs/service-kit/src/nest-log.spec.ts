import { type LogLine } from '#libs/contracts';
import { UserError, untranslated } from '#libs/errors';
import { Log } from './log.js';
import { NestLog } from './nest-log.js';

function nestLog() {
  const lines: LogLine[] = [];
  const nest = new NestLog(new Log({ service: 'api', node: 'n', pid: 1 }, 'api', (line) => lines.push(line)));
  return { nest, logged: () => lines.map((l) => `${l.level} ${l.module}: ${l.text}`) };
}

it('logs lines of the framework at debug level and those of Vodkeep unchanged', () => {
  const { nest, logged } = nestLog();
  nest.log('X dependencies initialized', 'InstanceLoader');
  nest.log('the first password was stored', 'auth');
  nest.warn('wrong password', 'auth');
  expect(logged()).toEqual([
    'debug InstanceLoader: X dependencies initialized',
    'info auth: the first password was stored',
    'warn auth: wrong password',
  ]);
});

it('derives the level of an error from its fault', () => {
  const { nest, logged } = nestLog();
  nest.error(new UserError(untranslated('bad', 'no such channel')), 'ExceptionsHandler');
  nest.error('it broke', 'stack', 'relay');
  expect(logged()).toEqual(['info ExceptionsHandler: no such channel', 'error relay: it broke']);
});
