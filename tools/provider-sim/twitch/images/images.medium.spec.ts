import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Metadata } from 'sharp';
import { channelBadges, GLOBAL_BADGES } from '../emotes/badge-data.js';
import { BTTV_GLOBAL, SEVEN_TV_GLOBAL } from '../emotes/third-party-emotes.js';
import { channelEmotes, GLOBAL_EMOTES } from '../emotes/twitch-emotes.js';
import { HARBOUR, onTwitch, TwitchClient } from '../twitch-client.fixture.js';
import { delaysOf } from './emote-picture.js';

const STATIC = 'static-cdn.jtvnw.net';
const [DANCE = ''] = GLOBAL_EMOTES.filter(({ animated }) => animated).map(({ id }) => id);

describe('the image CDNs', () => {
  let twitch: TwitchClient;
  beforeAll(async () => {
    twitch = await TwitchClient.open({ channels: [onTwitch('harbour', HARBOUR)] });
  });
  afterAll(() => twitch.sim.stop());

  const fetched = (host: string, path: string): Promise<Response> =>
    fetch(`${twitch.site(host)}${path}`, { redirect: 'manual' });
  async function picture(
    host: string,
    path: string,
  ): Promise<{ readonly type: string | null; readonly bytes: Buffer; readonly meta: Metadata }> {
    const answer = await fetched(host, path);
    expect([path, answer.status]).toEqual([path, 200]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { type: answer.headers.get('content-type'), bytes, meta: await sharp(bytes, { animated: true }).metadata() };
  }

  it.each([
    ['1.0', 28],
    ['2.0', 56],
    ['3.0', 112],
  ] as const)("has Twitch's emotes at scale %s", async (scale, px) => {
    const { type, meta } = await picture(STATIC, `/emoticons/v2/25/default/dark/${scale}`);
    expect([type, meta.format, meta.width, meta.height, meta.hasAlpha]).toEqual(['image/png', 'png', px, px, true]);
  });

  it('moves what is animated, unless a still one is asked for', async () => {
    expect((await picture(STATIC, `/emoticons/v2/${DANCE}/default/light/2.0`)).meta).toMatchObject({
      format: 'gif',
      pages: 6,
      width: 56,
      pageHeight: 56,
      loop: 0,
    });
    expect((await picture(STATIC, `/emoticons/v2/${DANCE}/animated/light/1.0`)).meta.format).toBe('gif');
    expect((await picture(STATIC, `/emoticons/v2/${DANCE}/static/light/1.0`)).meta.format).toBe('png');
  });

  it.each([
    ['a still emote as a moving one', '/emoticons/v2/25/animated/dark/1.0'],
    ['a scale that there is not', '/emoticons/v2/25/default/dark/4.0'],
    ['a badge nobody has', '/badges/v1/00000000-0000-4000-8000-000000000000/1'],
    ['a badge in a fourth size', `/badges/v1/${GLOBAL_BADGES[0]?.uuid ?? ''}/4`],
    ['a size of nobody', '/ttv-boxart/509658-9999x1.jpg'],
    ['nothing in particular', '/'],
  ])('answers 404 for %s', async (_, path) => {
    expect((await fetched(STATIC, path)).status).toBe(404);
  });

  it('draws each picture so that it is distinguished from every other, and always the same', async () => {
    const paths = [
      ...[...GLOBAL_EMOTES, ...channelEmotes({ userId: HARBOUR.userId, spec: HARBOUR })].map(
        ({ id }) => `/emoticons/v2/${id}/static/dark/1.0`,
      ),
      ...[...GLOBAL_BADGES, ...channelBadges(HARBOUR.userId)].map(({ uuid }) => `/badges/v1/${uuid}/3`),
      ...['509658', '743', '27471'].map((id) => `/ttv-boxart/${id}-140x190.jpg`),
      ...['1', '2'].map((id) => `/jtv_user_pictures/${id}-profile_image-300x300.png`),
    ];
    const pictures = await Promise.all(
      paths.map(async (path) => (await picture(STATIC, path)).bytes.toString('base64')),
    );
    const doubled = paths.filter((_, i) => pictures.indexOf(pictures[i] ?? '') !== i);
    expect(doubled).toEqual([]);
    expect((await picture(STATIC, paths[0] ?? '')).bytes.toString('base64')).toBe(pictures[0]);
  });

  it.each([
    ['1', 18],
    ['2', 36],
    ['3', 72],
  ] as const)('has badges of size %s', async (step, px) => {
    expect((await picture(STATIC, `/badges/v1/${GLOBAL_BADGES[0]?.uuid ?? ''}/${step}`)).meta).toMatchObject({
      format: 'png',
      width: px,
      height: px,
    });
  });

  it('has covers, avatars and stills in the size asked for', async () => {
    expect((await picture(STATIC, '/ttv-boxart/743-140x190.jpg')).meta).toMatchObject({
      format: 'jpeg',
      width: 140,
      height: 190,
    });
    expect((await picture(STATIC, '/ttv-boxart/743_IGDB-285x380.jpg')).meta).toMatchObject({ width: 285, height: 380 });
    expect(
      (await picture(STATIC, `/jtv_user_pictures/${HARBOUR.userId}-profile_image-300x300.png`)).meta,
    ).toMatchObject({ format: 'png', width: 300, height: 300 });
    expect((await picture(STATIC, '/cf_vods/abc/thumb/thumb0-320x180.jpg')).meta).toMatchObject({
      width: 320,
      height: 180,
    });
  });

  it('leads from the preview of who is offline to a common picture, and shows that of who is live', async () => {
    const preview = '/previews-ttv/live_user_harbour-320x180.jpg';
    const offline = await fetched(STATIC, preview);
    expect([offline.status, offline.headers.get('location')]).toEqual([
      302,
      `${twitch.site(STATIC)}/ttv-static/404_preview-320x180.jpg`,
    ]);
    const common = await picture(STATIC, '/ttv-static/404_preview-320x180.jpg');
    twitch.sim.act('harbour', { do: 'start' });
    expect((await picture(STATIC, preview)).bytes.equals(common.bytes)).toBe(false);
    twitch.sim.act('harbour', { do: 'end', how: 'vanish' });
  });

  it("shows a category's cover once a channel is in it", async () => {
    twitch.sim.act('harbour', { do: 'update', category: 'Knitting' });
    const token = await twitch.appToken();
    const [row] = (await twitch.helix('/games?name=Knitting', { token })).body.data;
    const url = String(row?.['box_art_url']).replace('{width}', '140').replace('{height}', '190');
    const named = Buffer.from(await (await fetch(url)).arrayBuffer());
    const unnamed = (await picture(STATIC, '/ttv-boxart/99999999-140x190.jpg')).bytes;
    expect(named.equals(unnamed)).toBe(false);
  });

  const idOf = (name: string): string =>
    [...BTTV_GLOBAL, ...SEVEN_TV_GLOBAL].find((emote) => emote.name === name)?.id ?? '';

  it('gives moving emotes of other sites as GIF and WebP, still ones on request', async () => {
    expect((await picture('cdn.betterttv.net', `/emote/${idOf('catJAM')}/3x`)).meta).toMatchObject({
      format: 'gif',
      pages: 6,
      width: 84,
      pageHeight: 84,
    });
    expect((await picture('cdn.betterttv.net', `/emote/${idOf('catJAM')}/1x.webp`)).meta).toMatchObject({
      format: 'webp',
      pages: 6,
      width: 28,
    });
    expect((await picture('cdn.7tv.app', `/emote/${idOf('Clap')}/4x.webp`)).meta).toMatchObject({
      format: 'webp',
      pages: 6,
      width: 112,
    });
    expect((await picture('cdn.7tv.app', `/emote/${idOf('Clap')}/2x_static.webp`)).meta.pages ?? 1).toBe(1);
    expect((await picture('cdn.7tv.app', `/emote/${idOf('EZ')}/1x.avif`)).meta).toMatchObject({
      format: 'heif',
      width: 28,
    });
    expect((await picture('cdn.betterttv.net', `/emote/${idOf('PepegaWide')}/2x`)).meta).toMatchObject({
      format: 'webp',
      width: 168,
      height: 56,
    });
  });

  it('has a frame without a delay in some moving pictures', async () => {
    const moving = [...BTTV_GLOBAL].filter(({ animated, id }) => animated && delaysOf(id)[0] === 0);
    expect(moving.length).toBeGreaterThan(0);
    const { bytes } = await picture('cdn.betterttv.net', `/emote/${moving[0]?.id ?? ''}/1x.gif`);
    /* Graphic control extensions: 21 f9 04, flags, the delay in hundredths (GIF89a 23). */
    const delays = [...bytes.toString('latin1').matchAll(/\x21\xf9\x04.(..)/gs)].map(
      ([, two = '']) => two.charCodeAt(0) + two.charCodeAt(1) * 256,
    );
    expect(delays).toEqual([0, 8, 8, 16, 8, 8]);
  });

  it.each([
    ['cdn.betterttv.net', '/emote/ffffffffffffffffffffffff/1x'],
    ['cdn.frankerfacez.com', '/emote/1/1'],
    ['cdn.7tv.app', '/emote/01ABCDEFGHJKMNPQRSTVWXYZ01/1x.webp'],
  ])('answers 404 at %s for what no list names', async (host, path) => {
    expect((await fetched(host, path)).status).toBe(404);
  });

  it('has cheers, one for each tier, moving and still', async () => {
    const host = 'd3aqoihi2n8ty8.cloudfront.net';
    expect((await picture(host, '/actions/cheer/dark/animated/100/2.gif')).meta).toMatchObject({
      format: 'gif',
      pages: 6,
      width: 56,
    });
    const stills = await Promise.all(
      ['1', '100', '1000', '5000', '10000', '100000'].map(async (bits) =>
        (await picture(host, `/actions/cheer/light/static/${bits}/1.5.png`)).bytes.toString('base64'),
      ),
    );
    expect(new Set(stills).size).toBe(6);
    expect((await fetched(host, '/actions/cheer/dark/animated/7/2.gif')).status).toBe(404);
    expect((await fetched(host, '/actions/nothing/dark/static/1/1.png')).status).toBe(404);
  });

  it('fails and recovers', async () => {
    twitch.sim.act('harbour', { do: 'site-fault', on: 'images', mode: '404', times: 1 });
    expect((await fetched(STATIC, '/emoticons/v2/25/default/dark/1.0')).status).toBe(404);
    await picture(STATIC, '/emoticons/v2/25/default/dark/1.0');
  });
});
