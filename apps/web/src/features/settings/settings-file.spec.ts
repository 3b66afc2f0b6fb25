import { expect, it } from '@jest/globals';
import { readSettingsFile } from './settings-file.js';

it('reads an object', () => {
  expect(readSettingsFile('{"format":"x"}')).toEqual({ format: 'x' });
});
it.each(['', '[1]', '"text"', 'null', '{half'])('takes %j for no settings', (text) => {
  expect(readSettingsFile(text)).toBeNull();
});
