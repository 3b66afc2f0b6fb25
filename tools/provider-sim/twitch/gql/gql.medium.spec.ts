import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import { startSim, type Sim } from '../../start-sim.js';
import { SIM_PLAYBACK_TOKEN } from '../media/playback-tokens.js';
import { createViewer, tokenOperation, type Viewer } from '../media/viewer.fixture.js';
import type { TwitchFaultMode } from '../twitch-spec.js';

const FULL_QUERY = {
  operationName: 'PlaybackAccessToken_Template',
  query: `query PlaybackAccessToken_Template($login: String!, $playerType: String!) { streamPlaybackAccessToken(channelName: $login, params: {platform: "web", playerBackend: "mediaplayer", playerType: $playerType}) { value signature authorization { isForbidden forbiddenReasonCode } __typename } }`,
  variables: { login: 'salty', playerType: 'site' },
};
const OLD_HASH = {
  operationName: 'PlaybackAccessToken',
  variables: {},
  extensions: {
    persistedQuery: { version: 1, sha256Hash: '0828119ded1c13477966434e15800ff57ddacf13ba1911c129dc2200705b0712' },
  },
};
const media = { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' };

describe('GQL of the simulated Twitch', () => {
  let sim: Sim;
  let viewer: Viewer;

  beforeAll(async () => {
    sim = await startSim({
      scenario: {
        name: 'spec',
        about: '',
        steps: [],
        channels: [
          smallChannel('salty', {
            renditions: [{ name: 'source', media }],
            twitch: {
              userId: '7001',
              displayName: 'Salty',
              title: 'Boats',
              category: 'Chess',
              viewers: 12,
              description: 'A harbour.',
            },
          }),
          smallChannel('quiet', {
            renditions: [{ name: 'source', media }],
            twitch: {
              userId: '7002',
              displayName: 'Quiet',
              title: '',
              category: '',
              playback: { noTokenOffline: true },
            },
          }),
        ],
      },
    });
    sim.act('salty', { do: 'start' });
    viewer = createViewer(sim.url, 'salty');
  }, 60_000);
  afterEach(() => {
    sim.act('salty', { do: 'heal' });
  });
  afterAll(() => sim.stop());

  const withFaults = (mode: TwitchFaultMode): void => {
    sim.act('salty', { do: 'site-fault', on: 'gql', mode });
  };
  const dataOf = async (query: string): Promise<unknown> => (await viewer.gql({ query })).answer.data as unknown;

  it('gives a token by hash and by text, with the fields of a live one', async () => {
    for (const operation of [tokenOperation('salty'), FULL_QUERY]) {
      const { status, answer } = await viewer.gql(operation);
      expect({ status, answer }).toMatchObject({
        status: 200,
        answer: {
          data: {
            streamPlaybackAccessToken: {
              signature: expect.stringMatching(/^[0-9a-f]{40}$/),
              authorization: { isForbidden: false, forbiddenReasonCode: 'NONE' },
              __typename: 'PlaybackAccessToken',
            },
          },
          extensions: { requestID: expect.any(String) },
        },
      });
      expect(JSON.parse(answer.data.streamPlaybackAccessToken.value as string)).toMatchObject({
        channel: 'salty',
        channel_id: 7001,
        version: 2,
        hide_ads: false,
        server_ads: true,
        chansub: { view_until: 1_924_905_600 },
        user_id: null,
      });
    }
  });

  it('answers several operations in their order', async () => {
    const { answer } = await viewer.gql([{ query: '{ user(login: "quiet") { id } }' }, tokenOperation('salty')]);
    expect(answer).toMatchObject([{ data: { user: { id: '7002' } } }, { data: { streamPlaybackAccessToken: {} } }]);
  });

  it('gives null for a channel that does not exist, and for some offline ones', async () => {
    expect((await viewer.gql([tokenOperation('nobody'), tokenOperation('quiet')])).answer).toMatchObject([
      { data: { streamPlaybackAccessToken: null } },
      { data: { streamPlaybackAccessToken: null } },
    ]);
  });

  it('does not know an older hash', async () => {
    expect((await viewer.gql(OLD_HASH)).answer).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] });
  });

  it('wants one of its own applications', async () => {
    const post = async (headers: Record<string, string>): Promise<unknown> => {
      const answer = await fetch(`${sim.url}/h/gql.twitch.tv/gql`, { method: 'POST', body: '{}', headers });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await post({})).toMatchObject({
      status: 400,
      error: 'Bad Request',
      message: expect.stringContaining('Client-ID'),
    });
    expect(await post({ 'client-id': 'made-up' })).toMatchObject({ status: 400 });
  });

  it('knows the viewer by the OAuth token, and refuses a wrong one', async () => {
    expect(
      JSON.parse((await viewer.token('salty', { authorization: `OAuth ${SIM_PLAYBACK_TOKEN}` })).value),
    ).toMatchObject({ subscriber: true, hide_ads: true, user_id: 90_000_001 });
    expect(await viewer.gql(tokenOperation('salty'), { authorization: 'OAuth wrong' })).toEqual({
      status: 401,
      answer: { error: 'Unauthorized', status: 401, message: 'The "Authorization" token is invalid.' },
    });
  });

  it.each([
    ['500', { errors: [{ message: 'server error' }] }],
    ['503', { errors: [{ message: 'service timeout' }], data: { streamPlaybackAccessToken: null } }],
    ['403', { errors: [{ message: 'failed integrity check' }] }],
    ['410', { errors: [{ message: 'PersistedQueryNotFound' }] }],
  ] as const)('fails in a 200: %s', async (mode, expected) => {
    withFaults(mode);
    expect(await viewer.gql(tokenOperation('salty'))).toMatchObject({ status: 200, answer: expected });
  });

  it('still answers documents as text when all hashes are withdrawn', async () => {
    withFaults('410');
    expect((await viewer.gql(FULL_QUERY)).answer).toMatchObject({
      data: { streamPlaybackAccessToken: { value: expect.any(String) } },
    });
  });

  it('is content with an integrity token when it demands one', async () => {
    withFaults('403');
    const answer = await fetch(`${sim.url}/h/gql.twitch.tv/integrity`, {
      method: 'POST',
      headers: { 'client-id': 'kimne78kx3ncx6brgo4mv6wki5h1ko', 'x-device-id': 'a'.repeat(32) },
    });
    const { token, expiration } = (await answer.json()) as { token: string; expiration: number };
    expect(expiration).toBeGreaterThan(Date.now());
    expect((await viewer.gql(tokenOperation('salty'), { 'client-integrity': token })).answer).toMatchObject({
      data: { streamPlaybackAccessToken: {} },
    });
    expect((await viewer.gql(tokenOperation('salty'), { 'client-integrity': 'v4.public.other' })).answer).toMatchObject(
      { errors: [{ message: 'failed integrity check' }] },
    );
  });

  it('looks up accounts with aliases, their broadcast and who does not exist', async () => {
    expect(
      await dataOf(`{ a: user(login: "SALTY") { id login displayName description profileImageURL(width: 70) broadcastSettings { title game { name } } lastBroadcast { id title }
      stream { id type createdAt title viewersCount game { id name displayName boxArtURL(width: 40, height: 56) } } } b: user(login: "quiet") { stream { id } lastBroadcast { id } } c: user(login: "nobody") { id } }`),
    ).toMatchObject({
      a: {
        id: '7001',
        login: 'salty',
        displayName: 'Salty',
        description: 'A harbour.',
        profileImageURL: expect.stringContaining('70x70'),
        broadcastSettings: { title: 'Boats', game: { name: 'Chess' } },
        lastBroadcast: { id: '40001000000', title: 'Boats' },
        stream: {
          id: '40001000000',
          type: 'live',
          createdAt: expect.stringMatching(/^\d{4}-.*\d\dZ$/),
          title: 'Boats',
          viewersCount: 12,
          game: { id: '743', name: 'Chess', displayName: 'Chess', boxArtURL: expect.stringContaining('743-40x56') },
        },
      },
      b: { stream: null, lastBroadcast: { id: null } },
      c: null,
    });
    expect(await dataOf('{ users(ids: ["7002", "1"], logins: ["salty"]) { login } }')).toEqual({
      users: [{ login: 'quiet' }, null, { login: 'salty' }],
    });
  });

  it('shows badges and cheers', async () => {
    expect(
      await dataOf(
        '{ badges { imageURL(size: DOUBLE) description title setID version } user(id: "7001") { broadcastBadges { imageURL(size: QUADRUPLE) setID version } cheer { cheerGroups { nodes { id prefix tiers { bits } } templateURL } } } cheerConfig { groups { nodes { prefix } templateURL } } }',
      ),
    ).toMatchObject({
      badges: expect.arrayContaining([
        expect.objectContaining({
          setID: 'moderator',
          version: '1',
          imageURL: expect.stringMatching(/static-cdn.*\/2$/),
        }),
      ]),
      user: {
        broadcastBadges: expect.arrayContaining([
          expect.objectContaining({ setID: 'subscriber', imageURL: expect.stringMatching(/\/3$/) }),
        ]),
        cheer: { cheerGroups: [{ nodes: [{ prefix: 'saltyCheer' }] }] },
      },
      cheerConfig: {
        groups: [
          { nodes: expect.arrayContaining([{ prefix: 'Cheer' }]), templateURL: expect.stringContaining('PREFIX') },
        ],
      },
    });
  });

  it('says what is wrong with a document', async () => {
    expect((await viewer.gql({ query: '{ user(login: "salty") { shoeSize } }' })).answer).toMatchObject({
      errors: [{ message: expect.stringContaining('shoeSize') }],
    });
  });
});
