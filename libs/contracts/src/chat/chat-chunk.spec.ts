import { describe, expect, it } from '@jest/globals';
import { objectKeys } from '../capture/object-keys.js';
import { decodeChat, encodeChatRecord, parseChatChunkName } from './chat-chunk.js';
import { type ChatRecord } from './chat-record.js';

const gap: ChatRecord = { at: 5, seenAt: 6, until: 9, reason: 'the site hung up', t: 'gap' };

describe('a chat chunk', () => {
  it('restores the written records, and starts each line with its kind', () => {
    const line = encodeChatRecord(gap);
    expect(line.startsWith('{"t":"gap",')).toBe(true);
    expect(decodeChat(line)).toEqual({ records: [gap], bad: 0 });
    const translatable = { ...gap, reason: { key: 'chat.gap.no-room', params: { n: 3 } } };
    expect(decodeChat(encodeChatRecord(translatable))).toEqual({ records: [translatable], bad: 0 });
  });

  it('decodes the complete lines of a truncated chunk', () => {
    const text = encodeChatRecord(gap) + encodeChatRecord(gap).slice(0, 20);
    expect(decodeChat(text)).toEqual({ records: [gap], bad: 1 });
  });

  it('has its time range and number of records in its name', () => {
    const name = { n: 7, firstAt: 1_700_000_000_000, lastAt: 1_700_000_009_000, count: 42 };
    expect(parseChatChunkName(objectKeys.chatChunk('v', 'p', name))).toEqual(name);
    expect(parseChatChunkName('vods/v/parts/p/j/000001.ndjson')).toBeNull();
  });
});
