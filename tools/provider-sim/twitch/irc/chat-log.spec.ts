import { describe, expect, it } from '@jest/globals';
import { ChatRecord } from './chat-log.js';

describe('the record of a chat', () => {
  it('counts what was sent and what somebody received', () => {
    const record = new ChatRecord();
    for (const listeners of [0, 1, 2])
      record.add({ at: listeners, id: null, command: 'PRIVMSG', line: 'x', listeners });
    expect(record.log).toMatchObject({
      sent: 3,
      listeners: 2,
      lines: [{ listeners: 0 }, { listeners: 1 }, { listeners: 2 }],
    });
  });

  it('stays bounded: old lines go, and their texts before them', () => {
    const record = new ChatRecord();
    for (let i = 0; i < 210_001; i++) record.add({ at: i, id: null, command: 'PRIVMSG', line: 'x', listeners: 1 });
    const { sent, lines } = record.log;
    expect(sent).toBe(210_001);
    expect(lines.length).toBeLessThanOrEqual(200_000);
    expect(lines.filter(({ line }) => line !== undefined).length).toBeLessThanOrEqual(20_000);
    expect(lines.at(-1)).toEqual({ at: 210_000, id: null, command: 'PRIVMSG', line: 'x', listeners: 1 });
  });
});
