import { afterEach, expect, it, jest } from '@jest/globals';
import { printToConsole } from './operator-console.js';

const before = { send: process.send, connected: process.connected };
afterEach(() => {
  Object.assign(process, before);
  jest.restoreAllMocks();
});

it('sends lines to the supervisor of npm start, and not to the log that it keeps', () => {
  const send = jest.fn();
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  Object.assign(process, { send, connected: true });
  printToConsole(['one', 'two']);
  expect(send.mock.calls.map(([message]) => message)).toEqual([{ consoleLines: ['one', 'two'] }]);
  expect(write).not.toHaveBeenCalled();
});

it('writes lines to stdout without a supervisor, as in a container', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  Object.assign(process, { send: undefined, connected: false });
  printToConsole(['one', 'two']);
  expect(write.mock.calls).toEqual([['one\ntwo\n']]);
});
