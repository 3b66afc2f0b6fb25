import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from './languages.js';
import { english, message } from './message.js';
import { translate } from './translate.js';

describe('a message of the catalogue', () => {
  it('has its key and params, and is rendered in English on demand', () => {
    const text = message('job.started-on', { worker: 'converter-1' });
    expect(JSON.stringify(text)).toBe('{"key":"job.started-on","params":{"worker":"converter-1"}}');
    expect(text.english).toBe('started on converter-1');
  });
  it('renders nested messages and lists of them in its own language', () => {
    const why = message('cleanup.kept', { remark: [message('job.queued-again'), 'x{{n}}$1', 3] });
    expect(english(why)).toBe('kept: queued again, x{{n}}$1, 3');
    expect(LANGUAGES.map((language) => translate(language, why))).toEqual([
      'kept: queued again, x{{n}}$1, 3',
      'behålls: i kö igen, x{{n}}$1, 3',
      '유지: 다시 대기 중, x{{n}}$1, 3',
      'bleibt erhalten: wieder in der Warteschlange, x{{n}}$1, 3',
    ]);
  });
  it('is rendered as its key and params if it is from a later version', () => {
    const later = { key: 'job.from-tomorrow', params: { name: 'Oru', why: { key: 'job.queued-again' } } };
    expect(translate('de', later)).toBe('job.from-tomorrow · Oru · wieder in der Warteschlange');
  });
  it('ignores the prototype of the params', () => {
    expect(english({ key: 'toString' })).toBe('toString');
  });
});
