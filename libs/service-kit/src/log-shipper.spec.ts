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

class FakeTarget implements LogTarget {
  connected = true;
  failing = 0;
  readonly got: string[] = [];
  #afterWrite = (): void => undefined;

  /** Waits until this number of lines was written. */
  received(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#afterWrite = () => {
        if (this.got.length >= count) resolve();
      };
    });
  }

  async write({ text }: LogLine): Promise<void> {
    if (this.failing > 0) {
      this.failing -= 1;
      throw new OutsideError(untranslated('bus-unavailable', 'x'));
    }
    this.got.push(text);
    this.#afterWrite();
  }
}

it('sends lines that were logged before the bus was connected, in order', async () => {
  const shipper = new LogShipper();
  const target = new FakeTarget();
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
  const target = new FakeTarget();
  shipper.attach(target);
  await shipper.close();
  expect(target.got).toEqual(['log lines were lost while NATS was unavailable', 'c', 'd']);
});

it('does not wait for an unavailable bus when it closes', async () => {
  const shipper = new LogShipper();
  const target = new FakeTarget();
  target.connected = false;
  shipper.attach(target);
  shipper.add(line('a'));
  await shipper.close(0);
  expect(target.got).toEqual([]);
  expect(shipper.waiting).toBe(1);
});

it('sends a line that is added just after the buffer was found empty', async () => {
  const shipper = new LogShipper();
  const target = new FakeTarget();
  shipper.attach(target);
  shipper.add(line('a'));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(target.got).toEqual(['a']);
});

it('sends lines again whose write failed, in their order', async () => {
  const shipper = new LogShipper(10, 2, 0);
  const target = new FakeTarget();
  target.failing = 2;
  const received = target.received(3);
  shipper.attach(target);
  for (const text of ['a', 'b', 'c']) shipper.add(line(text));
  await received;
  expect(target.got).toEqual(['a', 'b', 'c']);
});
