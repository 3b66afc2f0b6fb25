import { describe, expect, it } from '@jest/globals';
import { parseArguments } from './arguments.js';

describe('parseArguments', () => {
  it('reads data folder, port and demo', () => {
    expect(parseArguments(['--demo', '--data', '/srv/x', '--port', '9000'])).toEqual({
      demo: true,
      dataDir: '/srv/x',
      port: '9000',
      moveDamagedDatabase: false,
    });
  });
  it('leaves missing arguments undefined', () => {
    expect(parseArguments([])).toEqual({
      demo: false,
      dataDir: undefined,
      port: undefined,
      moveDamagedDatabase: false,
    });
  });
  it('refuses an unknown argument and names the allowed ones', () => {
    expect(() => parseArguments(['--dat', 'x'])).toThrow(/npm start -- \[--demo\]/);
  });
});
