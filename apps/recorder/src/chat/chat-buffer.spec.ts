import { describe, expect, it } from '@jest/globals';
import { type ChatRecord, decodeChat } from '#libs/contracts';
import { ChatBuffer } from './chat-buffer.js';

const record = (at: number): ChatRecord => ({ t: 'gap', at, seenAt: at, until: at, reason: 'x' });
const limits = { ageMs: 10_000, bytes: 1e6, records: 3 };

describe('ChatBuffer', () => {
  it('makes a chunk with each record once, named by its earliest and latest stamp', () => {
    const buffer = new ChatBuffer(limits);
    expect([30, 10].map((at) => buffer.add(record(at), 0))).toEqual([false, false]);
    const early = buffer.unsaved();
    expect(buffer.add(record(20), 0)).toBe(true);
    const chunk = buffer.cut();
    expect(chunk?.name).toEqual({ n: 0, firstAt: 10, lastAt: 30, count: 3 });
    expect(decodeChat(String(chunk?.body)).records.map((r) => r.at)).toEqual([30, 10, 20]);
    expect(decodeChat(String(early)).records).toHaveLength(2);
  });

  it('numbers its chunks, and makes none without records', () => {
    const buffer = new ChatBuffer(limits);
    expect([buffer.cut(), buffer.unsaved()]).toEqual([null, null]);
    buffer.add(record(1), 0);
    buffer.cut();
    buffer.add(record(5), 0);
    expect(buffer.cut()?.name).toEqual({ n: 1, firstAt: 5, lastAt: 5, count: 1 });
  });

  it('is due some time after its first record, and full at its limit of bytes', () => {
    const buffer = new ChatBuffer({ ...limits, bytes: 100 });
    expect(buffer.isDue(1e9)).toBe(false);
    expect(buffer.add(record(1), 5000)).toBe(false);
    expect([buffer.isDue(14_999), buffer.isDue(15_000)]).toEqual([false, true]);
    expect(buffer.add(record(1), 5000)).toBe(true);
  });
});
