import { type LogLine } from '#libs/contracts';
import { BugError, OutsideError, UserError, untranslated } from '#libs/errors';
import { Log, LogVolume } from './log.js';

describe('log', () => {
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

  it('derives the level of a failure from its fault', () => {
    const { lines, log: root } = log();
    for (const error of [
      new UserError(untranslated('a', 'x')),
      new OutsideError(untranslated('b', 'x')),
      new BugError('c', 'x'),
      new TypeError('x'),
      null,
    ])
      root.failure('it failed', error);
    expect(lines.map((l) => l.level)).toEqual(['info', 'warn', 'error', 'error', 'error']);
  });
});

describe('log volume', () => {
  it('passes lines from the minimum level, and all lines while it is verbose, also of child loggers', () => {
    const lines: LogLine[] = [];
    const volume = new LogVolume('info');
    const log = new Log({ service: 'api', node: 'n', pid: 1, volume }, 'main', (line) => {
      lines.push(line);
    });
    const logLines = (): void => {
      log.child('a').debug('quiet');
      log.exec('run');
      log.info('plain');
    };
    logLines();
    volume.setVerbose(true);
    logLines();
    volume.setVerbose(false);
    logLines();
    expect(lines.map((l) => l.text)).toEqual(['plain', 'quiet', 'run', 'plain', 'plain']);
    expect(lines[0]).not.toHaveProperty('volume');
  });
});
