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
  it('refuses with no_capture, whatever other rule matches', () => {
    expect(shouldRecord(rules({ noCapture: true, match: ['chess'] }), stream())).toEqual({
      record: false,
      reason: message('verdict.recording-off'),
    });
  });

  it.each<[string, Partial<RecordRules>, Partial<StreamInfo>, boolean]>([
    ['finds a keyword in the title in other capitals', { match: ['Chess'] }, {}, true],
    ['finds a keyword in the category', { match: ['just chatting'] }, {}, true],
    ['finds a keyword in a tag', { match: ['blitz'] }, {}, true],
    ['refuses if no keyword is found', { match: ['golf'] }, {}, false],
    ['finds one of several keywords', { match: ['golf', 'CHESS'] }, {}, true],
    [
      'an include on the category only, with the word in the title',
      { include: [{ on: 'category', text: 'chess' }] },
      {},
      false,
    ],
    ['applies an include rule to the category', { include: [{ on: 'category', text: 'chatting' }] }, {}, true],
    ['applies an exclude rule to a tag', { exclude: [{ on: 'tags', text: 'blitz' }] }, {}, false],
    [
      'lets an exclude rule win over a keyword',
      { match: ['chess'], exclude: [{ on: 'title', text: 'night' }] },
      {},
      false,
    ],
    [
      'an exclude on a category that is not reported',
      { exclude: [{ on: 'category', text: 'slots' }] },
      { category: '' },
      true,
    ],
    ['finds a keyword in full-width letters', { match: ['ＣＨＥＳＳ'] }, {}, true],
    [
      'requires both a keyword and an include rule to match',
      { match: ['chess'], include: [{ on: 'tags', text: 'german' }] },
      {},
      false,
    ],
  ])('W16 %s', (...[, rule, values, record]) => {
    const verdict = shouldRecord(rules(rule), stream(values));
    expect(verdict.record).toBe(record);
    expect(verdict.reason === null).toBe(record);
  });
});
