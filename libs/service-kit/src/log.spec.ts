import { type LogLine } from '#libs/contracts';
import { BugError, OutsideError, UserError } from '#libs/errors';
import { Log } from './log.js';

function log() {
  const lines: LogLine[] = [];
  return {
    lines,
    log: new Log({ service: 'api', node: 'nas', pid: 7, now: () => 123 }, 'main', (line) => lines.push(line)),
  };
}

it('writes a line with its origin, module and fields', () => {
  const { lines, log: root } = log();
  root.child('capture').info('part started', { vod: 'v' });
  expect(lines).toEqual([
    {
      module: 'capture',
      time: 123,
      level: 'info',
      text: 'part started',
      service: 'api',
      node: 'nas',
      pid: 7,
      metadata: { vod: 'v' },
    },
  ]);
});

it('takes the level of a failure from whose fault it is', () => {
  const { lines, log: root } = log();
  for (const error of [
    new UserError('a', 'x'),
    new OutsideError('b', 'x'),
    new BugError('c', 'x'),
    new TypeError('x'),
    null,
  ])
    root.failure('it failed', error);
  expect(lines.map((l) => l.level)).toEqual(['info', 'warn', 'error', 'error', 'error']);
});
