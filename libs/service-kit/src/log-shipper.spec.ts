import { type LogLine } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { LogShipper, type LogTarget } from './log-shipper.js';

const line = (text: string): LogLine => ({
  module: 'm',
  time: 1,
  level: 'info',
  text,
  pid: 1,
  service: 's',
  node: 'n',
});

class Fake implements LogTarget {
  connected = true;
  failing = 0;
  readonly got: string[] = [];
  async write({ text }: LogLine): Promise<void> {
    if (this.failing > 0) {
      this.failing -= 1;
      throw new OutsideError(untranslated('bus-unavailable', 'x'));
    }
    this.got.push(text);
  }
}

it('sends lines that were logged before the bus was connected, in order', async () => {
  const shipper = new LogShipper();
  const target = new Fake();
  for (const text of ['a', 'b']) shipper.add(line(text));
  shipper.attach(target);
  shipper.add(line('c'));
  await shipper.close();
  expect(target.got).toEqual(['a', 'b', 'c']);
});

it('keeps the newest lines while the bus is unavailable, and reports the number of lost ones', async () => {
  const shipper = new LogShipper(2);
  for (const text of ['a', 'b', 'c', 'd']) shipper.add(line(text));
  expect(shipper.waiting).toBe(2);
  const target = new Fake();
  shipper.attach(target);
  await shipper.close();
  expect(target.got).toEqual(['log lines were lost while NATS was away', 'c', 'd']);
});

it('does not wait for an unavailable bus when it closes', async () => {
  const shipper = new LogShipper();
  const target = new Fake();
  target.connected = false;
  shipper.attach(target);
  shipper.add(line('a'));
  await shipper.close(0);
  expect(target.got).toEqual([]);
  expect(shipper.waiting).toBe(1);
});

it('sends a line that comes while it has just found that there is none', async () => {
  const shipper = new LogShipper();
  const target = new Fake();
  shipper.attach(target);
  shipper.add(line('a'));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(target.got).toEqual(['a']);
});
