import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { playbackStand } from './playback.fixture.js';
import type { PlaybackSession } from './playback-session.js';

const START = 1_000_000;
/**
 * Each entry as `seq kind what`, a discontinuity before it as `|`: content by its first frame in segments, ads by spot
 * and piece.
 */
function shown(session: PlaybackSession): string[] {
  session.load(Date.now());
  return session.listed.map(
    (entry) =>
      `${entry.discontinuity ? '|' : ''}${String(entry.seq)} ${entry.kind === 'content' ? `c${String(entry.segment.firstFrame / 60)}` : `a${String(entry.piece.spot)}.${String(entry.piece.index)}`}`,
  );
}

describe('a playback session', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: START });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const pass = (seconds: number): void => {
    jest.advanceTimersByTime(seconds * 1000);
  };

  it('shows the channel as it is when there are no ads, and announces what comes', () => {
    const stand = playbackStand();
    stand.start();
    pass(8);
    const session = stand.open();
    expect(shown(session)).toEqual(['1 c1', '2 c2', '3 c3', '4 c4']);
    expect(session.announced).toEqual([5, 6]);
    pass(2);
    expect(shown(session)).toEqual(['2 c2', '3 c3', '4 c4', '5 c5']);
  });

  it('begins with ads from number 0, and with the content that follows them', () => {
    const stand = playbackStand({ prerollS: 5 });
    stand.start();
    pass(20);
    const session = stand.open();
    expect(shown(session)).toEqual(['|0 a0.0', '1 a0.1', '2 a0.4']);
    expect(session.announced).toEqual([]);
    pass(4);
    expect(shown(session)).toEqual(['|0 a0.0', '1 a0.1', '2 a0.4', '|3 c11', '4 c12']);
    expect(session.announced).toEqual([13, 14]);
    expect(stand.sessions.log('7')).toMatchObject([
      { firstIndex: 8, listed: [11, 12], replaced: [8, 9, 10], breaks: [{ roll: 'PREROLL', durationMs: 5005 }] },
    ]);
  });

  it('puts ads in the place of content, after what was announced, and announces the first of them', () => {
    const stand = playbackStand({}, { window: 8 });
    stand.start();
    pass(6);
    const session = stand.open();
    shown(session);
    stand.sessions.startMidroll('7', 9);
    const announced = (): unknown => [session.announced, session.announcedAds.map(({ piece }) => piece.index)];
    expect(announced()).toEqual([[4, 5], [0]]);
    pass(2);
    shown(session);
    expect(announced()).toEqual([[5], [0, 1]]);
    pass(2);
    expect(shown(session)).toEqual(['0 c0', '1 c1', '2 c2', '3 c3', '4 c4', '5 c5', '|6 a0.0', '7 a0.1', '8 a0.2']);
    expect(announced()).toEqual([[], []]);
    pass(14);
    expect(shown(session)).toEqual(['5 c5', '|6 a0.0', '7 a0.1', '8 a0.2', '9 a0.3', '10 a0.8', '|11 c11', '12 c12']);
    expect(session.replaced).toEqual([6, 7, 8, 9, 10]);
  });

  it('grows while ads run and until their followers leave, then loses all of them at once', () => {
    const stand = playbackStand({}, { window: 3 });
    stand.start();
    pass(8);
    const session = stand.open();
    shown(session);
    stand.sessions.startMidroll('7', 10);
    const edges: string[] = [];
    for (let i = 0; i < 14; i++) {
      pass(2);
      const list = shown(session);
      edges.push(`${list[0]?.split(' ')[0] ?? ''} +${String(list.length)}`);
    }
    expect(edges).toEqual([
      '3 +3',
      '4 +6',
      '5 +5',
      '6 +5',
      '|7 +5',
      '|7 +5',
      '|7 +5',
      '|7 +5',
      '|7 +6',
      '|7 +7',
      '|7 +8',
      '13 +3',
      '14 +3',
      '15 +3',
    ]);
  });

  it('can go on from a preroll into a midroll, still from number 0', () => {
    const stand = playbackStand({ prerollS: 6 });
    stand.start();
    pass(20);
    const session = stand.open();
    shown(session);
    stand.sessions.startMidroll('7', 4);
    pass(10);
    expect(shown(session)).toEqual(['|0 a0.0', '1 a0.1', '2 a0.2', '|3 a0.0', '4 a0.1', '|5 c14', '6 c15']);
  });

  it('marks each spot of a pod', () => {
    const stand = playbackStand({ prerollS: 32 }, { window: 40 });
    stand.start();
    pass(10);
    const session = stand.open();
    shown(session);
    pass(40);
    expect(
      shown(session)
        .filter((entry) => entry.startsWith('|'))
        .map((entry) => entry.split(' ')[1]),
    ).toEqual(['a0.0', 'a1.0', 'a2.0', 'c20']);
  });

  it('has no ads for a viewer who is shown none', () => {
    const stand = playbackStand({ prerollS: 30 });
    stand.start();
    const session = stand.open({ hasAds: false });
    shown(session);
    stand.sessions.startMidroll('7', 30);
    pass(4);
    expect(shown(session)).toEqual(['0 c0', '1 c1', '2 c2']);
  });

  it('marks an encoder that came back, and a mark that means nothing, alike', () => {
    const stand = playbackStand({}, { window: 8 });
    stand.start();
    const session = stand.open();
    stand.channel.act({ do: 'discontinuity', timestamps: 'continue' });
    pass(2);
    stand.channel.act({ do: 'drop', answer: 'frozen' });
    pass(10);
    expect(session.announced).toEqual([]);
    stand.channel.act({ do: 'resume' });
    expect(shown(session)).toEqual(['0 c0', '|1 c1', '|2 c2']);
    expect(session.listed.map(({ startsAt }) => startsAt - START)).toEqual([-2000, 0, 10_000]);
  });

  it.each([
    ['at 0 again after a reset', { sequence: 'reset' }, ['|0 c4']],
    ['further on after a gap', { sequence: 'gap', skipSegments: 3 }, ['|7 c7']],
  ] as const)('numbers %s, in a list of its own', (_, how, expected) => {
    const stand = playbackStand();
    stand.start();
    pass(6);
    const session = stand.open();
    expect(shown(session)).toHaveLength(4);
    stand.channel.act({ do: 'drop', answer: '404' });
    stand.channel.act({ do: 'resume', ...how });
    expect(shown(session)).toEqual(expected);
  });

  it('is over when the channel begins another broadcast, and lists none of it', () => {
    const stand = playbackStand();
    stand.start();
    const session = stand.open();
    shown(session);
    pass(2);
    stand.channel.act({ do: 'end', how: 'vanish' });
    stand.start();
    expect(session.isOver).toBe(true);
    expect(stand.sessions.log('7')).toMatchObject([{ listed: [0, 1] }]);
    expect(shown(stand.open())).toEqual(['0 c0']);
  });

  it('stands still while the channel does, ads too', () => {
    const stand = playbackStand({ prerollS: 15 });
    stand.start();
    pass(20);
    const session = stand.open();
    const before = shown(session);
    stand.channel.act({ do: 'drop', answer: 'frozen' });
    pass(10);
    expect(shown(session)).toEqual(before);
  });
});
