import { describe, expect, it } from '@jest/globals';
import { badgeUrl, channelBadges, GLOBAL_BADGES, gqlBadges, helixBadges } from './badge-data.js';
import { channelCheermotes, cheerTemplate, GLOBAL_CHEERMOTES, gqlCheerGroups, helixCheermotes } from './cheer-data.js';
import { channelEmotes, GLOBAL_EMOTES, isAnimatedEmote } from './twitch-emotes.js';

const HARBOUR = { userId: '1001', spec: { displayName: 'Harbour' } };
const CDN = 'https://cdn.test';

describe('badges, cheers and emotes of the simulated Twitch', () => {
  it('have a picture of their own for each version of a badge', () => {
    const all = [...GLOBAL_BADGES, ...channelBadges('1001'), ...channelBadges('1002')];
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(all.length);
    expect(
      channelBadges('1001')
        .filter(({ setId }) => setId === 'subscriber')
        .map(({ version }) => version),
    ).toEqual(expect.arrayContaining(['0', '12', '24', '2012', '3006']));
  });

  it('stand in Helix by set, in GQL one by one, with the same pictures', () => {
    const badges = channelBadges('1001');
    const [bits, subscriber] = helixBadges(badges, CDN) as [object, { readonly versions: readonly object[] }];
    expect(bits).toMatchObject({
      set_id: 'bits',
      versions: [
        {
          id: '1000',
          image_url_1x: expect.stringMatching(/^https:\/\/cdn\.test\/badges\/v1\/[0-9a-f-]{36}\/1$/),
          title: 'cheer 1000',
          click_action: null,
        },
      ],
    });
    expect(subscriber).toMatchObject({
      set_id: 'subscriber',
      versions: expect.arrayContaining([expect.objectContaining({ id: '2012', title: '1-Year Subscriber (Tier 2)' })]),
    });
    expect(gqlBadges(badges, CDN, 'QUADRUPLE')[0]).toEqual({
      id: Buffer.from('bits;1000;1001').toString('base64'),
      setID: 'bits',
      version: '1000',
      title: 'cheer 1000',
      description: 'cheer 1000',
      imageURL: badges[0] ? badgeUrl(CDN, badges[0], 3) : '',
    });
  });

  it('tell of cheers: tiers with every picture in Helix, an address to fill in in GQL', () => {
    const all = [...GLOBAL_CHEERMOTES, ...channelCheermotes(HARBOUR)];
    const helix = helixCheermotes(all, CDN) as readonly {
      readonly prefix: string;
      readonly type: string;
      readonly tiers: readonly {
        readonly min_bits: number;
        readonly images: { readonly dark: { readonly animated: Record<string, string> } };
      }[];
    }[];
    expect(helix.map(({ prefix, type }) => `${prefix} ${type}`)).toEqual(
      expect.arrayContaining(['Cheer global_first_party', 'harbouCheer channel_custom']),
    );
    const url = helix[0]?.tiers[1]?.images.dark.animated['2'];
    expect(url).toBe(`${CDN}/actions/cheer/dark/animated/100/2.gif`);
    expect(
      cheerTemplate(CDN, null)
        .replace('PREFIX', 'cheer')
        .replace('BACKGROUND', 'dark')
        .replace('ANIMATION', 'animated')
        .replace('TIER', '100')
        .replace('SCALE', '2')
        .replace('EXTENSION', 'gif'),
    ).toBe(url);
    expect(gqlCheerGroups(all, CDN)).toMatchObject([
      {
        nodes: [
          {
            prefix: 'Cheer',
            tiers: [{ bits: 1 }, { bits: 100 }, { bits: 1000 }, { bits: 5000 }, { bits: 10_000 }, { bits: 100_000 }],
          },
          {},
          {},
          {},
          {},
        ],
      },
      { nodes: [{ prefix: 'harbouCheer' }] },
    ]);
  });

  it('name emotes by ids from which one sees whether they move', () => {
    for (const { id, animated } of [...GLOBAL_EMOTES, ...channelEmotes(HARBOUR)])
      expect([id, isAnimatedEmote(id)]).toEqual([id, animated]);
    expect(isAnimatedEmote('25_HF')).toBe(false);
    expect(channelEmotes(HARBOUR).map(({ id }) => id)).not.toEqual(
      channelEmotes({ ...HARBOUR, userId: '1002' }).map(({ id }) => id),
    );
  });
});
