import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InstallationStop } from './installation-stop.js';

const stop = () => new InstallationStop(null as never, null as never);
const before = { send: process.send, connected: process.connected };
const set = (given: { send: unknown; connected: boolean }): void => {
  Object.defineProperty(process, 'send', { value: given.send, configurable: true, writable: true });
  Object.defineProperty(process, 'connected', { value: given.connected, configurable: true, writable: true });
};

describe('stopping the installation', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    set(before);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('signals the supervisor after the answer is sent', () => {
    const send = jest.fn();
    set({ send, connected: true });
    stop().begin();
    expect(send).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(send.mock.calls[0]?.[0]).toEqual({ stopInstallation: true });
  });

  it('drains only this API if there is no supervisor', () => {
    set({ send: undefined, connected: false });
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    stop().begin();
    jest.runAllTimers();
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
  });
});
