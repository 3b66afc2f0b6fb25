import { type Channel } from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { webhookSecrets } from '../modules/push/webhook-secrets.js';
import { eventually } from '../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';
import { StreamMetadata } from './stream-metadata.js';

jest.setTimeout(120_000);

describe('the stream metadata of a broadcast', () => {
  let test: TwitchTestApp;
  let channel: Channel;
  let vodUuid: string;
  const vod = () => test.vodThat(channel.uuid, () => true, 'the VOD');
  /** The stored chapters. Their offsets in a VOD view depend on the media, and this VOD has almost none. */
  const storedChapters = async () =>
    (await test.app.nest.get(StreamMetadataRepository, { strict: false }).allRows(vodUuid)).chapters;
  const titles = async (): Promise<readonly string[]> =>
    (await storedChapters()).map((c) => `${c.title} / ${c.category?.name ?? ''}`);
  const push = async (title: string, at: number, category = { id: '743', name: 'Chess' }): Promise<void> => {
    const raw = JSON.stringify({
      subscription: {
        id: randomUUID(),
        type: 'channel.update',
        version: '2',
        status: 'enabled',
        cost: 0,
        condition: { broadcaster_user_id: '75000001' },
        transport: { method: 'webhook', callback: 'https://vod.example.org/api/v0/hook/twitch' },
        created_at: new Date().toISOString(),
      },
      event: {
        broadcaster_user_id: '75000001',
        broadcaster_user_login: 'teller',
        broadcaster_user_name: 'TELLER',
        title,
        language: 'en',
        category_id: category.id,
        category_name: category.name,
        content_classification_labels: [],
      },
    });
    const [id, stamp] = [randomUUID(), new Date(at).toISOString()];
    const secret = webhookSecrets(test.app.nest.get(Keyring, { strict: false }))[0];
    const answer = await fetch(`${test.app.origin}/api/v0/hook/twitch`, {
      method: 'POST',
      body: raw,
      headers: {
        'content-type': 'application/json',
        'Twitch-Eventsub-Message-Id': id,
        'Twitch-Eventsub-Message-Timestamp': stamp,
        'Twitch-Eventsub-Message-Type': 'notification',
        'Twitch-Eventsub-Message-Signature': `sha256=${createHmac('sha256', secret)
          .update(id + stamp + raw)
          .digest('hex')}`,
      },
    });
    expect(answer.status).toBe(200);
  };

  beforeAll(async () => {
    test = await TwitchTestApp.open({
      channels: [onTwitch('teller', '75000001', { description: 'It tells.' })],
      appUrl: 'https://vod.example.org',
    });
    channel = await test.follow('teller');
    await test.subscribed(channel.uuid);
    test.act('teller', { do: 'start' });
    const part = await test.recorded(channel.uuid);
    ({ vodUuid } = part);
  });
  afterAll(() => test.stop());

  it('starts with a chapter of the present title and category, and with the first viewer count', async () => {
    expect(
      await eventually(async () => {
        const v = await vod();
        return v.viewers.length > 0 && v;
      }, 'viewers'),
    ).toMatchObject({
      chapters: [{ title: 'Title of teller', game_name: 'Chess', offset: 0, viewer_count: 42, is_mature: false }],
      viewers: [{ amount: 42 }],
    });
  });

  it('W37 an update of tags alone makes no chapter; title, category and the mature mark each make one', async () => {
    test.act('teller', { do: 'update', tags: ['German'] });
    await test.channelThat(channel.uuid, (c) => c.live_stream?.tags.includes('German') === true, 'the tag');
    expect(await titles()).toEqual(['Title of teller / Chess']);
    test.act('teller', { do: 'update', title: 'Second title' });
    await eventually(async () => (await titles()).length === 2, 'a chapter of the title');
    test.act('teller', { do: 'update', category: 'Music' });
    await eventually(async () => (await titles()).length === 3, 'a chapter of the category');
    test.act('teller', { do: 'update', isMature: true });
    await eventually(async () => (await titles()).length === 4, 'a chapter of the mark');
    const chapters = await storedChapters();
    expect([
      chapters.map((c) => c.title),
      chapters.map((c) => c.isMature),
      (await vod()).api_getUniqueGames.map((g) => g.name),
    ]).toEqual([
      ['Title of teller', 'Second title', 'Second title', 'Second title'],
      [false, false, false, true],
      ['Chess', 'Music'],
    ]);
  });

  it('the newest pushed title stays, although polls still report the earlier one and an older push arrives late', async () => {
    const before = (await titles()).length;
    const now = Date.now();
    await push('Told just now', now);
    await push('Told earlier, and late', now - 30_000);
    await eventually(async () => (await titles()).length > before, 'the chapter that was reported');
    const polls = (): number => test.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
    const seen = polls();
    await eventually(() => Promise.resolve(polls() > seen + 2), 'three polls with the earlier title');
    expect((await titles()).slice(before)).toEqual(['Told just now / Chess']);
    expect((await test.channel(channel.uuid)).live_stream?.title).toBe('Told just now');
  });

  it("viewer counts are stored once a minute of the site's time, and thinned out only in a VOD view", async () => {
    const metadata = test.app.nest.get(StreamMetadata, { strict: false });
    const from = Date.now() + 60_000;
    const show = {
      title: 'Told just now',
      category: { id: '743', name: 'Chess', boxArtUrl: '' },
      tags: [],
      language: 'en',
      isMature: false,
    };
    for (let n = 0; n < 600; n += 1) await metadata.record(vodUuid, { ...show, viewers: n, at: from + n * 30_000 });
    const { viewers } = await vod();
    expect(viewers.length).toBeGreaterThan(100);
    expect(viewers.length).toBeLessThan(242);
    expect(viewers.at(-1)?.amount).toBe(598);
    const stored = (await test.app.nest.get(StreamMetadataRepository, { strict: false }).allRows(vodUuid)).viewers;
    expect(stored.filter(({ at }) => at >= from)).toHaveLength(300);
  });

  it("a channel view has the site's broadcaster type and description, and Vodkeep's copy of the avatar", async () => {
    expect(await test.channel(channel.uuid)).toMatchObject({
      broadcaster_type: 'affiliate',
      description: 'It tells.',
      display_name: 'TELLER',
      login: 'teller',
      userid: '75000001',
      profile_image_url: expect.stringMatching(/^\/cache\/pictures\//),
    });
  });

  it('avatar and box art are fetched once and served by Vodkeep', async () => {
    const found = await test.channelThat(channel.uuid, (c) => c.profile_image_url !== '', 'the avatar');
    const art = (await vod()).chapters[0]?.box_art_url ?? '';
    for (const address of [found.profile_image_url, art]) {
      expect(address).toMatch(/^\/cache\/pictures\/[\w-]+$/);
      const picture = await eventually(async () => {
        const answer = await fetch(`${test.app.origin}${address}`);
        return answer.status === 200 && answer;
      }, address);
      expect([picture.headers.get('content-type'), (await picture.arrayBuffer()).byteLength > 100]).toEqual([
        expect.stringMatching(/^image\//),
        true,
      ]);
    }
    const pictureCalls = test.requests('static-cdn.jtvnw.net').length;
    await fetch(`${test.app.origin}${art}`);
    expect(test.requests('static-cdn.jtvnw.net')).toHaveLength(pictureCalls);
    expect(test.requests('static-cdn.jtvnw.net').some((path) => path.includes('140x190'))).toBe(true);
    expect((await fetch(`${test.app.origin}/cache/pictures/nobody-knows-it`)).status).toBe(404);
  });
});
