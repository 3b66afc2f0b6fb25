import { type LogLine } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { Drain } from './drain.js';
import { Log } from './log.js';

function drain() {
  const lines: LogLine[] = [];
  const done: string[] = [];
  return {
    lines,
    done,
    drain: new Drain(new Log({ service: 's', node: 'n', pid: 1 }, 'm', (line) => lines.push(line))),
    step: (name: string) => ({
      name,
      run: () => {
        done.push(name);
      },
    }),
  };
}

it('runs hooks in order, then those of shared resources in reverse order', async () => {
  const { drain: d, done, step } = drain();
  d.addLast(step('bus'));
  d.add(step('captures'));
  d.addLast(step('nest'));
  d.add(step('jobs'));
  await Promise.all([d.run(), d.run()]);
  expect(done).toEqual(['captures', 'jobs', 'nest', 'bus']);
});

it('continues after a hook that fails or hangs, and logs it', async () => {
  const { drain: d, done, step, lines } = drain();
  d.add({
    name: 'bad',
    run: async () => {
      throw new OutsideError(untranslated('x', 'x'));
    },
  });
  d.add({ name: 'hangs', run: () => new Promise(() => undefined), limitMs: 1 });
  d.add(step('rest'));
  await d.run();
  expect(done).toEqual(['rest']);
  expect(lines.map((l) => [l.text, l.metadata?.['hook']])).toEqual([
    ['shutdown step failed', 'bad'],
    ['shutdown step timed out', 'hangs'],
  ]);
});

it('aborts its signal at once, so that no new work starts', async () => {
  const { drain: d } = drain();
  expect(d.signal.aborted).toBe(false);
  const running = d.run();
  expect(d.signal.aborted).toBe(true);
  await running;
});
