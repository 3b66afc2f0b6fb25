import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { type RecordRules, shouldRecord, type StreamInfo } from './should-record.js';

const rules = (given: Partial<RecordRules>): RecordRules => ({
  noCapture: false,
  match: [],
  include: [],
  exclude: [],
  ...given,
});
const stream = (given: Partial<StreamInfo> = {}): StreamInfo => ({
  title: 'CHESS night',
  category: 'Just Chatting',
  tags: ['English', 'Blitz'],
  ...given,
});

describe('shouldRecord', () => {
  it('records everything without rules', () => {
    expect(shouldRecord(rules({}), stream())).toEqual({ record: true, reason: null });
  });
  it('refuses with no_capture, whatever else matches', () => {
    expect(shouldRecord(rules({ noCapture: true, match: ['chess'] }), stream())).toEqual({
      record: false,
      reason: message('verdict.recording-off'),
    });
  });

  it.each<[string, Partial<RecordRules>, Partial<StreamInfo>, boolean]>([
    ['a keyword in other capitals of the title', { match: ['Chess'] }, {}, true],
    ['a keyword that is the category', { match: ['just chatting'] }, {}, true],
    ['a keyword that is a tag', { match: ['blitz'] }, {}, true],
    ['a keyword that is nowhere', { match: ['golf'] }, {}, false],
    ['one of several keywords', { match: ['golf', 'CHESS'] }, {}, true],
    [
      'an include on the category only, with the word in the title',
      { include: [{ on: 'category', text: 'chess' }] },
      {},
      false,
    ],
    ['an include on the category', { include: [{ on: 'category', text: 'chatting' }] }, {}, true],
    ['an exclude on a tag', { exclude: [{ on: 'tags', text: 'blitz' }] }, {}, false],
    ['an exclude wins over a match', { match: ['chess'], exclude: [{ on: 'title', text: 'night' }] }, {}, false],
    [
      'an exclude on a category that is not reported',
      { exclude: [{ on: 'category', text: 'slots' }] },
      { category: '' },
      true,
    ],
    ['full-width letters are the same word', { match: ['ＣＨＥＳＳ'] }, {}, true],
    ['match and include must both fit', { match: ['chess'], include: [{ on: 'tags', text: 'german' }] }, {}, false],
  ])('W16 %s', (...[, rule, values, record]) => {
    const verdict = shouldRecord(rules(rule), stream(values));
    expect(verdict.record).toBe(record);
    expect(verdict.reason === null).toBe(record);
  });
});
