import { describe, expect, it } from '@jest/globals';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { readBadges } from './badges.wire.js';
import { readCheers } from './cheers.wire.js';
import { knownAddress } from './known-address.js';

const asIs = (url: string): string => url;

describe('badges', () => {
  it("are everybody's and the channel's, by set and version", () => {
    const badge = { setID: 'subscriber', version: '2012', title: '1-Year', x1: 'u/1', x2: 'u/2', x4: 'u/3' };
    expect(
      readBadges(
        {
          badges: [{ ...badge, version: 'blue-1' }, { ...badge, setID: '' }, null],
          user: { broadcastBadges: [badge] },
        },
        asIs,
      ),
    ).toMatchObject([
      { id: 'subscriber/blue-1', global: true },
      {
        kind: 'badge',
        source: 'twitch',
        id: 'subscriber/2012',
        name: '1-Year',
        global: false,
        width: 18,
        height: 18,
        urls: [
          { url: 'u/3', scale: 4 },
          { url: 'u/2', scale: 2 },
          { url: 'u/1', scale: 1 },
        ],
      },
    ]);
  });
  it('are empty for a deleted channel', () => {
    expect(readBadges({ badges: null, user: null }, asIs)).toEqual([]);
    expect(() => readBadges(undefined, asIs)).toThrow('its answer is unexpected');
  });
});

describe('cheermotes', () => {
  const templateURL = 'https://cdn/actions/PREFIX/BACKGROUND/ANIMATION/TIER/SCALE.EXTENSION';
  it('have an image and a colour for each tier, animated before static', () => {
    const steps = readCheers(
      {
        cheerConfig: {
          groups: [{ templateURL, nodes: [{ id: 'x', prefix: 'Cheer', tiers: [{ bits: 1 }, { bits: 100_000 }] }] }],
        },
      },
      asIs,
    );
    expect(steps).toMatchObject([
      { kind: 'cheer', id: 'Cheer/1', name: 'Cheer', color: '#979797', global: true, width: 28 },
      { id: 'Cheer/100000', color: '#f3a71a' },
    ]);
    expect(steps[0]?.urls.map(({ url, scale }) => [url, scale])).toEqual(
      ['animated', 'static'].flatMap((kind) =>
        [4, 3, 2, 1].map((scale) => [
          `https://cdn/actions/cheer/dark/${kind}/1/${scale}.${kind === 'static' ? 'png' : 'gif'}`,
          scale,
        ]),
      ),
    );
  });
  it('of the channel are its own; a prefix that is a word of the template changes nothing', () => {
    const [own] = readCheers(
      {
        user: {
          cheer: {
            cheerGroups: [{ templateURL, nodes: [{ prefix: 'TIERs', tiers: [{ bits: 1000 }] }] }, { nodes: [] }],
          },
        },
      },
      asIs,
    );
    expect(own).toMatchObject({
      id: 'TIERs/1000',
      global: false,
      color: '#1db2a5',
      urls: expect.arrayContaining([{ url: 'https://cdn/actions/tiers/dark/static/1000/4.png', scale: 4 }]),
    });
  });
});

describe('an address that a service gives', () => {
  const gateway = new SiteAddresses('http://127.0.0.1:9/h/{host}');
  it('is used unchanged, with the scheme of its list if it has none', () => {
    expect(knownAddress(new SiteAddresses(), '//cdn.7tv.app/emote/1/4x.webp', 'https://7tv.io/v3')).toBe(
      'https://cdn.7tv.app/emote/1/4x.webp',
    );
  });
  it('goes through the gateway where there is one, once', () => {
    expect(knownAddress(gateway, 'https://cdn.frankerfacez.com/emote/1/4?v=2', 'https://x')).toBe(
      'http://127.0.0.1:9/h/cdn.frankerfacez.com/emote/1/4?v=2',
    );
    expect(knownAddress(gateway, '//127.0.0.1:9/h/cdn.7tv.app/emote/1', 'http://127.0.0.1:9/h/7tv.io/v3')).toBe(
      'http://127.0.0.1:9/h/cdn.7tv.app/emote/1',
    );
  });
  it('is null if invalid', () => {
    expect(knownAddress(gateway, 'http://', 'https://x')).toBeNull();
  });
  it.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1:8080/x',
    '//localhost/x',
    'https://evil.example/7tv.app/1.png',
    'https://7tv.app.evil.example/1.png',
  ])('does not lead to %s', (url) => {
    expect(knownAddress(new SiteAddresses(), url, 'https://7tv.io/v3')).toBeNull();
  });
});
