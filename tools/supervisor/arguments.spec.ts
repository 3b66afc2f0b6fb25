import { describe, expect, it } from '@jest/globals';
import { parseArguments } from './arguments.js';

describe('parseArguments', () => {
  it('takes data folder, port and demo', () => {
    expect(parseArguments(['--demo', '--data', '/srv/x', '--port', '9000'])).toEqual({
      demo: true,
      dataDir: '/srv/x',
      port: '9000',
      moveDamagedDatabase: false,
    });
  });
  it('leaves unsaid what was not said', () => {
    expect(parseArguments([])).toEqual({
      demo: false,
      dataDir: undefined,
      port: undefined,
      moveDamagedDatabase: false,
    });
  });
  it('names what is allowed when it meets a stranger', () => {
    expect(() => parseArguments(['--dat', 'x'])).toThrow(/npm start -- \[--demo\]/);
  });
});
