import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { expectedFrames } from '../../frames/index.js';
import type { ChannelLog, SimLog } from '../../sim-log.js';
import { playbackStand, type PlaybackStand } from './playback.fixture.js';
import { sessionLog } from './session-log.js';

function logOf({ channel, sessions }: PlaybackStand): SimLog {
  channel.countReach();
  const log: ChannelLog = {
    name: 'salty',
    url: '',
    fps: 30,
    sourceFrames: 7200,
    state: channel.state,
    segments: channel.offered,
    events: [],
    requests: [],
    sessions: sessions.log('7'),
  };
  return { scenario: '', now: Date.now(), channels: { salty: log }, sites: [], chat: {} };
}
const expected = (stand: PlaybackStand, ids?: readonly string[]): number[] =>
  expectedFrames(sessionLog(logOf(stand), 'salty', ids)).map(({ first }) => first / 60);

describe('what the viewer of sessions could have', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const pass = (seconds: number): void => {
    jest.advanceTimersByTime(seconds * 1000);
  };
  const watch = (session: { load(now: number): void }, seconds: number): void => {
    for (let i = 0; i < seconds; i += 2) {
      session.load(Date.now());
      pass(2);
    }
  };

  it('leaves out what ads stood for, and what was gone before', () => {
    const stand = playbackStand({ prerollS: 4 });
    stand.start();
    pass(20);
    const session = stand.open();
    watch(session, 12);
    expect(expected(stand)).toEqual([11, 12, 13, 14, 15]);
  });

  it('counts what another session of the viewer was shown meanwhile', () => {
    const stand = playbackStand({ prerollS: 4 });
    stand.start();
    pass(20);
    const session = stand.open();
    session.load(Date.now());
    stand.open({ hasAds: false }).load(Date.now());
    pass(8);
    expect(expected(stand, ['1'])).toEqual([11, 12, 13]);
    expect(expected(stand)).toEqual([7, 8, 9, 10, 11, 12, 13]);
  });

  it('blames the viewer for what came while no session was in use', () => {
    const stand = playbackStand();
    stand.start();
    watch(stand.open(), 4);
    pass(30);
    watch(stand.open(), 4);
    expect(expected(stand)).toHaveLength(19);
  });

  it('does not blame the viewer for what a session hid that took over from a broken one', () => {
    const stand = playbackStand({ prerollS: 10 });
    stand.start();
    const first = stand.open({ hasAds: false });
    watch(first, 4);
    const second = stand.open();
    watch(second, 60);
    expect(expected(stand, ['2'])).not.toContain(4);
    expect(expected(stand)).toEqual(expect.arrayContaining([0, 1, 2, 8, 20]));
  });
});
