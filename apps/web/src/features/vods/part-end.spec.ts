import { describe, expect, it } from '@jest/globals';
import { isEndUnread } from './part-end.js';

describe('the end of a recording', () => {
  it.each([
    ['could not be read', ['stale', 'unreadable'], true],
    ['was seen, whatever became of a part before', ['unreadable', 'endlist'], false],
    ['is still to come', ['unreadable', null], false],
    ['of nothing', [], false],
  ])('%s', (_name, causes, unread) => {
    expect(isEndUnread(causes.map((cause) => ({ cause })))).toBe(unread);
  });
});
