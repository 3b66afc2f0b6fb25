import { type LogLine } from '#libs/contracts';
import { Log } from './log.js';
import { LogVolume } from './log-volume.js';

it('tells lines from the least level on, and all of them while it is turned up, in each child too', () => {
  const lines: LogLine[] = [];
  const volume = new LogVolume('info');
  const log = new Log({ service: 'api', node: 'n', pid: 1, volume }, 'main', (line) => {
    lines.push(line);
  });
  const tell = (): void => {
    log.child('a').debug('quiet');
    log.exec('run');
    log.info('plain');
  };
  tell();
  volume.turnUp(true);
  tell();
  volume.turnUp(false);
  tell();
  expect(lines.map((l) => l.text)).toEqual(['plain', 'quiet', 'run', 'plain', 'plain']);
  expect(lines[0]).not.toHaveProperty('volume');
});
