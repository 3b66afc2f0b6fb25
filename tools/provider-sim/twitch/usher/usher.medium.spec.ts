import { afterEach, describe, expect, it } from '@jest/globals';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import { startSim, type Sim } from '../../start-sim.js';
import { SIM_PLAYBACK_TOKEN } from '../media/playback-tokens.js';
import { createViewer, type MasterAnswer, type Viewer } from '../media/viewer.fixture.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';

describe('usher of the simulated Twitch', () => {
  let sim: Sim | null = null;
  async function begin(twitch: Partial<TwitchChannelSpec> = {}): Promise<Viewer> {
    sim = await startSim({
      scenario: {
        name: 'spec',
        about: '',
        steps: [],
        channels: [
          smallChannel('salty', {
            renditions: [{ name: 'source', media: { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' } }],
            twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', ...twitch },
          }),
        ],
      },
    });
    sim.act('salty', { do: 'start' });
    return createViewer(sim.url, 'salty');
  }
  afterEach(async () => {
    await sim?.stop();
    sim = null;
  });
  const refused = ({ status, body }: MasterAnswer): unknown => ({ status, errors: JSON.parse(body) as unknown });

  it('gives a channel without transcodes its source and its sound alone, in both shapes', async () => {
    const viewer = await begin();
    const [v2, v1] = [await viewer.master(), await viewer.master({}, { isV1: true })];
    expect(v2.body).toContain('DATA-ID="TRANSCODESTACK",VALUE="transmux"');
    expect(v1.body).toContain('TRANSCODESTACK="transmux"');
    expect(v2.rows.map(({ attributes }) => /IVS-NAME="([^"]+)"/.exec(attributes)?.[1])).toEqual(['audio_only', '180p']);
    expect(v1.rows.map(({ attributes }) => /VIDEO="([^"]+)"/.exec(attributes)?.[1])).toEqual(['chunked', 'audio_only']);
  });

  it('says 404 in a JSON array when the channel is offline', async () => {
    const viewer = await begin();
    const token = await viewer.token();
    sim?.act('salty', { do: 'end', how: 'vanish' });
    expect(refused(await viewer.master({}, { token }))).toEqual({
      status: 404,
      errors: [
        {
          url: 'https://usher.ttvnw.net/api/v2/channel/hls/salty.m3u8',
          error: expect.stringContaining('transcode does not exist'),
          error_code: 'transcode_does_not_exist',
          type: 'error',
        },
      ],
    });
  });

  it('says so too for a moment after the start', async () => {
    const viewer = await begin({ usherLagS: 60 });
    expect(refused(await viewer.master())).toMatchObject({
      status: 404,
      errors: [{ error_code: 'transcode_does_not_exist' }],
    });
  });

  it('takes a token byte by byte, for its channel, until it ends', async () => {
    const viewer = await begin({ tokenLifeS: 0 });
    const token = await viewer.token();
    expect(refused(await viewer.master({}, { token }))).toMatchObject({
      status: 403,
      errors: [{ error_code: 'nauth_token_expired' }],
    });
    expect(
      refused(await viewer.master({}, { token: { ...token, value: token.value.replace('embed', 'site') } })),
    ).toMatchObject({ status: 403, errors: [{ error_code: 'invalid_signature' }] });
  });

  it('wants a token for the channel that is asked for', async () => {
    const viewer = await begin();
    expect(refused(await viewer.master({}, { login: 'other' }))).toMatchObject({
      status: 403,
      errors: [{ error_code: 'invalid_channel' }],
    });
  });

  it('bars a region', async () => {
    const viewer = await begin({ playback: { geoblocked: true } });
    expect(refused(await viewer.master())).toMatchObject({
      status: 403,
      errors: [{ error: 'Content Restricted In Region', error_code: 'content_geoblocked' }],
    });
  });

  it('lets only subscribers in where it is so', async () => {
    const viewer = await begin({ playback: { subOnly: true } });
    expect(refused(await viewer.master())).toMatchObject({
      status: 403,
      errors: [{ error_code: 'unauthorized_entitlements' }],
    });
    expect(
      (
        await viewer.master(
          {},
          { token: await viewer.token('salty', { authorization: `OAuth ${SIM_PLAYBACK_TOKEN}` }) },
        )
      ).status,
    ).toBe(200);
  });

  it('has problems of its own', async () => {
    const viewer = await begin();
    for (const mode of ['404', '503', 'html'] as const)
      sim?.act('salty', { do: 'site-fault', on: 'usher', mode, times: 1 });
    const answers = [await viewer.master(), await viewer.master(), await viewer.master(), await viewer.master()];
    expect(answers.map(({ status, body }) => [status, body.slice(0, 9)])).toEqual([
      [404, '[{"url":"'],
      [503, '{"error":'],
      [200, '<!doctype'],
      [200, '#EXTM3U\n#'],
    ]);
  });
});
