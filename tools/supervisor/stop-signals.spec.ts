import { describe, expect, it } from '@jest/globals';
import { StopSignals, type StopRequest } from './stop-signals.js';

function read(...signals: readonly (readonly [NodeJS.Signals, number])[]): StopRequest[] {
  const stop = new StopSignals();
  return signals.map(([signal, atMs]) => stop.read(signal, atMs));
}

describe('StopSignals', () => {
  it('counts the Ctrl-C of the terminal and the copy that npm forwards as one', () => {
    expect(read(['SIGINT', 1000], ['SIGINT', 1200])).toEqual(['stop', 'nothing']);
  });
  it('ends at once on a second Ctrl-C', () => {
    expect(read(['SIGINT', 1000], ['SIGINT', 4000])).toEqual(['stop', 'cut-short']);
    expect(read(['SIGTERM', 1000], ['SIGINT', 4000])).toEqual(['stop', 'cut-short']);
  });
  it('continues the orderly stop however often SIGTERM and SIGHUP arrive', () => {
    expect(read(['SIGTERM', 1000], ['SIGTERM', 3000], ['SIGHUP', 5000])).toEqual(['stop', 'nothing', 'nothing']);
  });
});
