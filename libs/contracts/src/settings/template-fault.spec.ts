import { describe, expect, it } from '@jest/globals';
import { english, readFieldMessage } from '#libs/messages';
import { templateFault } from './setting-def.js';

const fault = (text: string) => {
  const complaint = templateFault(text, ['login', 'date', 'episode']);
  const message = complaint === null ? null : readFieldMessage(complaint);
  return message && english(message);
};

describe('a template', () => {
  it.each(['', '{login}', '{login}/{date}', '{login}/..{date}', 'a.b/c', '{login}/', '{episode:03}'])(
    'accepts "%s"',
    (text) => {
      expect(fault(text)).toBeNull();
    },
  );

  it.each([
    ['../../{date}', "the folder '..'"],
    ['a/../{date}', "the folder '..'"],
    ['./x', "the folder '.'"],
    ['{login}/..', "the folder '..'"],
    ['/abs/{date}', 'must not start with /'],
    ['a//b', 'must not contain //'],
    ['{titel}', 'unknown variable {titel} at character 1'],
    ['{login:03}', 'unknown variable {login:03} at character 1'],
    ['{episode:3}', 'unknown variable {episode:3} at character 1'],
    ['a{', 'without its counterpart at character 2'],
  ])('refuses "%s" with the reason', (text, why) => {
    expect(fault(text)).toContain(why);
  });
});
