import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SitePorts } from '../site-ports.js';
import type { SiteExchange } from '../site.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';
import { TwitchWorld } from '../world.js';
import { streams } from './streams.js';

interface Row {
  readonly user_id: string;
}

const exchange: SiteExchange = {
  request: {} as IncomingMessage,
  response: {} as ServerResponse,
  host: 'api.twitch.tv',
  url: new URL('https://api.twitch.tv/helix/streams'),
  base: (host) => `https://${host}`,
  ws: (host) => `wss://${host}`,
  body: () => Promise.resolve(Buffer.alloc(0)),
};

function worldOf(...specs: readonly Partial<TwitchChannelSpec>[]): TwitchWorld {
  return new TwitchWorld(
    specs.map((spec, i) => ({
      name: `c${String(i)}`,
      twitch: { userId: String(100 + i), displayName: `C${String(i)}`, title: 't', category: 'Chess', ...spec },
    })),
  );
}

describe('GET /streams', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const rows = (world: TwitchWorld, query = ''): Row[] => {
    const answer = streams({
      exchange,
      query: new URLSearchParams(query),
      token: { accessToken: '', refreshToken: null, userId: null, scopes: [], lifeS: 1, expiresAt: 1 },
      ports: { world } as SitePorts,
    });
    return (answer as unknown as { body: { data: Row[] } }).body.data;
  };

  it('lists a stream late, and forgets it late', () => {
    const world = worldOf({ helixLagS: 40 });
    const [channel] = world.channels;
    world.goLive(channel!);
    jest.advanceTimersByTime(39_000);
    expect(rows(world)).toEqual([]);
    jest.advanceTimersByTime(1000);
    expect(rows(world)).toMatchObject([{ user_id: '100', type: 'live', started_at: '2026-01-01T00:00:00Z' }]);
    world.goOffline(channel!);
    jest.advanceTimersByTime(39_000);
    expect(rows(world)).toHaveLength(1);
    jest.advanceTimersByTime(1000);
    expect(rows(world)).toEqual([]);
  });

  it('omits a live stream while the channel is unlisted', () => {
    const world = worldOf({});
    const [channel] = world.channels;
    world.goLive(channel!);
    const seen = [false, true, false].map((isOmitted) => {
      channel!.isOmittedByHelix = isOmitted;
      return rows(world).length;
    });
    expect(seen).toEqual([1, 0, 1]);
  });

  it('orders by viewers, and filters by id or login, category and language', () => {
    const world = worldOf({ viewers: 1 }, { viewers: 9, category: 'Music' }, { viewers: 5, language: 'de' });
    for (const channel of world.channels) world.goLive(channel);
    const ids = (query = ''): string[] => rows(world, query).map(({ user_id: id }) => id);
    expect(ids()).toEqual(['101', '102', '100']);
    expect(ids('user_id=100&user_login=C1')).toEqual(['101', '100']);
    expect(ids('game_id=26936')).toEqual(['101']);
    expect(ids('language=de&user_id=100')).toEqual([]);
  });
});
