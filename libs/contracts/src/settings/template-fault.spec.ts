import { describe, expect, it } from '@jest/globals';
import { english, readFieldMessage } from '#libs/messages';
import { templateFault } from './setting-def.js';

const fault = (text: string) => {
  const complaint = templateFault(text, ['login', 'date']);
  const message = complaint === null ? null : readFieldMessage(complaint);
  return message && english(message);
};

describe('a template', () => {
  it.each(['', '{login}', '{login}/{date}', '{login}/..{date}', 'a.b/c', '{login}/'])('"%s" is taken', (text) => {
    expect(fault(text)).toBeNull();
  });

  it.each([
    ['../../{date}', "'..' as a folder"],
    ['a/../{date}', "'..' as a folder"],
    ['./x', "'.' as a folder"],
    ['{login}/..', "'..' as a folder"],
    ['/abs/{date}', 'must not begin with /'],
    ['a//b', 'two of them in a row'],
    ['{titel}', 'unknown variable {titel} at character 1'],
    ['a{', 'without its other half at character 2'],
  ])('"%s" is refused and says why', (text, why) => {
    expect(fault(text)).toContain(why);
  });
});
