import { describe, expect, it } from '@jest/globals';
import { ClientQueue, type Frame } from './client-queue.js';

const limits = { wireBytes: 10, frames: 3, bytes: 1_000 };

/** A socket whose sent texts stay buffered until `read` is called. */
function slowWire() {
  const sent: string[] = [];
  let buffered: { bytes: number; done: () => void }[] = [];
  return {
    sent,
    get bufferedAmount() {
      return buffered.reduce((n, h) => n + h.bytes, 0);
    },
    send(text: string, done: () => void) {
      sent.push(text);
      buffered.push({ bytes: text.length, done });
    },
    read() {
      const all = buffered;
      buffered = [];
      for (const h of all) h.done();
    },
  };
}
const frame = (text: string, key: string | null = null): Frame => ({ text, key });

describe('the queue of one client', () => {
  it('sends immediately while the client reads', () => {
    const wire = slowWire();
    const queue = new ClientQueue(wire, () => undefined, limits);
    for (const text of ['a', 'b', 'c']) {
      queue.push(frame(text));
      wire.read();
    }
    expect(wire.sent).toEqual(['a', 'b', 'c']);
    expect(queue.length).toBe(0);
  });

  it('keeps the order, and only the newest of frames with the same key', () => {
    const wire = slowWire();
    const queue = new ClientQueue(wire, () => undefined, limits);
    queue.push(frame('0123456789'));
    queue.push(frame('vod old', 'vod'));
    queue.push(frame('event'));
    queue.push(frame('vod new', 'vod'));
    expect(wire.sent).toEqual(['0123456789']);
    wire.read();
    wire.read();
    wire.read();
    expect(wire.sent).toEqual(['0123456789', 'event', 'vod new']);
  });

  it('disconnects a client that does not read, once, and frees its queue', () => {
    const wire = slowWire();
    let disconnects = 0;
    const queue = new ClientQueue(
      wire,
      () => {
        disconnects += 1;
      },
      limits,
    );
    for (let i = 0; i < 50; i++) queue.push(frame('0123456789'));
    expect(disconnects).toBe(1);
    expect(queue.length).toBe(0);
    expect(wire.sent).toHaveLength(1);
  });

  it('disconnects a client above the limit of bytes too', () => {
    const wire = slowWire();
    let disconnects = 0;
    const queue = new ClientQueue(
      wire,
      () => {
        disconnects += 1;
      },
      { ...limits, frames: 1_000 },
    );
    for (let i = 0; i < 3; i++) queue.push(frame('x'.repeat(600)));
    expect(disconnects).toBe(1);
  });
});
