import { type Channel } from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { type TwitchAction } from '../../../../../tools/provider-sim/index.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { plainRow, PushRepository } from '../../persistence/repositories/push.repository.js';
import { webhookSecrets } from './webhook-secrets.js';

jest.setTimeout(120_000);

const HOOK = '/api/v0/hook/twitch';
interface Call {
  readonly id?: string;
  readonly type?: string;
  readonly at?: Date;
  readonly body: unknown;
  readonly signedWith?: string;
}

/** Cases of docs/coverage.md that begin at the webhook. */
describe('the webhook of a site', () => {
  let all: TwitchTestApp;
  let received = 0;

  const names = [
    'twice',
    'forged',
    'revoked',
    'late',
    'rules',
    'shown',
    'lagging',
    'flapping',
    'alarm',
    'unasked',
    'again',
    'counted',
  ];
  beforeAll(async () => {
    all = await TwitchTestApp.open({
      channels: names.map((name, n) =>
        onTwitch(name, `${70_000_001 + n}`, name === 'lagging' ? { helixLagS: 60 } : {}),
      ),
      appUrl: 'https://vod.example.org',
      twitch: { webhookRetryMs: [50, 50] },
    });
  });
  afterAll(() => all.stop());

  const userId = (name: string): string => `${70_000_001 + names.indexOf(name)}`;
  const act = (name: string, action: Parameters<TwitchTestApp['act']>[1]): void => {
    all.act(name, action);
  };
  const followed = async (name: string, more: object = {}): Promise<Channel> => {
    const { uuid } = await all.follow(`https://www.twitch.tv/${name}`, more);
    received += 1;
    return all.subscribed(uuid);
  };
  const subscription = (name: string, type = 'stream.online', status = 'enabled') => ({
    id: randomUUID(),
    type,
    version: '1',
    status,
    cost: 0,
    condition: { broadcaster_user_id: userId(name) },
    transport: { method: 'webhook', callback: `https://vod.example.org${HOOK}` },
    created_at: new Date().toISOString(),
  });
  const online = (name: string, streamId = `${Date.now()}`) => ({
    subscription: subscription(name),
    event: {
      id: streamId,
      broadcaster_user_id: userId(name),
      broadcaster_user_login: name,
      broadcaster_user_name: name.toUpperCase(),
      type: 'live',
      started_at: new Date().toISOString(),
    },
  });

  /** A call as the site makes it, signed like one of its own unless specified otherwise. */
  async function call({
    id = randomUUID(),
    type = 'notification',
    at = new Date(),
    body,
    signedWith,
  }: Call): Promise<{ status: number; text: string }> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const stamp = at.toISOString();
    const secret = signedWith ?? webhookSecrets(all.app.nest.get(Keyring, { strict: false }))[0] ?? '';
    const signature = `sha256=${createHmac('sha256', secret)
      .update(id + stamp + raw)
      .digest('hex')}`;
    const answer = await fetch(`${all.app.origin}${HOOK}`, {
      method: 'POST',
      body: raw,
      headers: {
        'content-type': 'application/json',
        'Twitch-Eventsub-Message-Id': id,
        'Twitch-Eventsub-Message-Timestamp': stamp,
        'Twitch-Eventsub-Message-Type': type,
        'Twitch-Eventsub-Message-Signature': signature,
      },
    });
    return { status: answer.status, text: await answer.text() };
  }
  const refused = async (reason: string): Promise<number> =>
    (await all.site()).push.refused.find((r) => r.reason === reason)?.count ?? 0;
  const counted = (reason: string, before: number) =>
    eventually(async () => (await refused(reason)) > before, `one more refused: ${reason}`);

  it('a push starts the recording before any poll could, and the VOD is not marked late', async () => {
    const { uuid } = await followed('again', { poll_s: 3600 });
    act('again', { do: 'start' });
    expect(await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD')).toMatchObject({
      late_s: 0,
      stream_title: 'Title of again',
    });
  });

  it("settings tell what of the site's limit is used, as the site reported it", async () => {
    await followed('counted');
    const quotas = await eventually(async () => {
      const { body } = await all.app.call<{ quotas: Record<string, { total: number }> }>('GET', '/settings');
      return (body.data?.quotas['twitch']?.total ?? 0) > 0 && body.data?.quotas;
    }, 'a count of the site');
    expect(quotas).toEqual({
      twitch: { total: expect.any(Number), total_cost: expect.any(Number), max_total_cost: 10_000 },
    });
  });

  it('W3 the same "online" delivered three times is one recording, and each delivery is answered with 2xx', async () => {
    const { uuid } = await followed('twice');
    const [id, body] = [randomUUID(), online('twice')];
    const before = await refused('replayed');
    const answers = [
      await call({ id, body }),
      await call({ id, body }),
      await call({ id, body }),
      await call({ body }),
    ];
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200]);
    // What the channel showed is recorded after the VOD is there.
    const vod = await all.vodThat(uuid, (v) => v.chapters.length > 0, 'the VOD and its chapter');
    await eventually(async () => (await refused('replayed')) === before + 2, 'two ignored deliveries');
    expect((await all.vods(uuid)).map((v) => [v.uuid, v.chapters.length])).toEqual([[vod.uuid, 1]]);
  });

  describe('refuses, stores nothing, and counts', () => {
    it('W4 a wrong signature: 403', async () => {
      const { uuid } = await followed('forged');
      const before = await refused('bad-signature');
      expect(await call({ body: online('forged'), signedWith: 'guessed-secret' })).toMatchObject({ status: 403 });
      expect(
        await call({
          type: 'webhook_callback_verification',
          body: { challenge: 'say this', subscription: subscription('forged') },
          signedWith: 'guessed-secret',
        }),
      ).toEqual({ status: 403, text: 'refused' });
      await counted('bad-signature', before + 1);
      expect([await all.vods(uuid), (await all.channel(uuid)).is_live]).toEqual([[], false]);
    });

    it('W5 a right signature that is 20 minutes old', async () => {
      const { uuid } = await all.channelThat(
        (await all.app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body.data?.streamer_list.find(
          (c) => c.login === 'forged',
        )?.uuid ?? '',
        () => true,
        'the channel',
      );
      const before = await refused('too-old');
      expect(await call({ body: online('forged'), at: new Date(Date.now() - 20 * 60_000) })).toMatchObject({
        status: 403,
      });
      await counted('too-old', before);
      expect([await all.vods(uuid), (await all.channel(uuid)).is_live]).toEqual([[], false]);
    });

    it('a challenge nobody asked for, though it is signed', async () => {
      const before = await refused('unknown-subscription');
      expect(
        await call({
          type: 'webhook_callback_verification',
          body: {
            challenge: 'say this',
            subscription: subscription('unasked', 'stream.online', 'webhook_callback_verification_pending'),
          },
        }),
      ).toEqual({ status: 403, text: 'refused' });
      await counted('unknown-subscription', before);
    });

    it('a body of a megabyte: 413, without reading it', async () => {
      const before = await refused('too-large');
      expect(await call({ body: 'x'.repeat(1_000_000) })).toMatchObject({ status: 413 });
      await counted('too-large', before);
    });

    it('no headers, no JSON, no event: 403, and a hook of no site: 404', async () => {
      const plain = await fetch(`${all.app.origin}${HOOK}`, { method: 'POST', body: '{}' });
      expect(plain.status).toBe(403);
      expect((await call({ body: 'not json' })).status).toBe(403);
      expect((await call({ body: { subscription: subscription('unasked'), event: { id: 7 } } })).status).toBe(403);
      expect((await fetch(`${all.app.origin}/api/v0/hook/nowhere`, { method: 'POST', body: '{}' })).status).toBe(404);
    });

    it('a message of a channel that nobody follows: taken, and nothing happens', async () => {
      expect((await call({ body: online('unasked') })).status).toBe(200);
      expect(
        (await all.app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body.data?.streamer_list,
      ).toHaveLength(received);
    });
  });

  it('W6 a revocation is answered with 2xx, marked, reported, and asked for again once', async () => {
    const { uuid } = await followed('revoked');
    const requestsBefore = all
      .requests('api.twitch.tv')
      .filter((c) => c.startsWith('POST /helix/eventsub/subscriptions')).length;
    act('revoked', { do: 'events', how: 'revoke' } satisfies TwitchAction);
    const notice = await eventually(
      async () => (await all.notices()).find((n) => n.kind === 'push-revoked' && n.channel_uuid === uuid),
      'the notice',
    );
    expect(notice).toMatchObject({ level: 'warning', resolved_at: null });
    await eventually(
      () =>
        Promise.resolve(
          all.requests('api.twitch.tv').filter((c) => c.startsWith('POST /helix/eventsub/subscriptions')).length ===
            requestsBefore + 3,
        ),
      'each topic asked for again',
    );
    await all.subscribed(uuid);
    expect(
      all.requests('api.twitch.tv').filter((c) => c.startsWith('POST /helix/eventsub/subscriptions')),
    ).toHaveLength(requestsBefore + 3);
  });

  it('W6 a revocation that comes late ends nothing that was asked for since: its challenge is answered', async () => {
    await followed('late');
    const rows = all.app.nest.get(PushRepository, { strict: false });
    const key = { kind: 'twitch', sourceId: userId('late'), topic: 'stream.online' };
    const row = await rows.find(key);
    await rows.put({ ...plainRow(row!), siteId: null, status: 'pending', reason: null });
    const revoked = subscription('late', 'stream.online', 'authorization_revoked');
    expect(await call({ type: 'revocation', body: { subscription: revoked } })).toMatchObject({ status: 200 });
    expect(await rows.find(key)).toMatchObject({ siteId: null, status: 'pending' });
    const pending = subscription('late', 'stream.online', 'webhook_callback_verification_pending');
    expect(
      await call({
        type: 'webhook_callback_verification',
        body: { challenge: 'say this', subscription: pending },
      }),
    ).toEqual({ status: 200, text: 'say this' });
    expect(await rows.find(key)).toMatchObject({ siteId: pending.id, status: 'active' });
  });

  it('W16 the rules are asked again at an update that is pushed: a stream starts to be recorded when its category fits', async () => {
    const { uuid } = await followed('rules', { poll_s: 3600, include: [{ on: 'category', text: 'music' }] });
    act('rules', { do: 'start' });
    const before = await all.channelThat(uuid, (c) => c.is_live, 'live');
    expect([before.verdict.state, before.vods_list]).toEqual(['not-recorded', []]);
    expect(before.verdict.reason).toContain("the category contains 'music'");
    act('rules', { do: 'update', category: 'Music' });
    await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    act('rules', { do: 'update', category: 'Chess' });
    const after = await all.channelThat(uuid, (c) => c.live_stream?.category?.name === 'Chess', 'the next category');
    expect(after.verdict.state).not.toBe('not-recorded');
    expect(after.vods_list).toMatchObject([{ state: 'waiting' }]);
  });

  it('W9 a stream that ends and comes back under the same id goes on in the same VOD', async () => {
    const { uuid } = await followed('flapping');
    act('flapping', { do: 'start' });
    const part = await all.recorded(uuid);
    act('flapping', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    await all.channelThat(uuid, (c) => !c.is_live, 'offline');
    await all.vodThat(uuid, (v) => v.state === 'converting', 'the end');
    act('flapping', { do: 'resume' });
    const again = await all.vodThat(
      uuid,
      (v) => v.state === 'paused' || v.state === 'waiting',
      'the same VOD, open again',
    );
    expect((await all.vods(uuid)).map((v) => v.uuid)).toEqual([again.uuid]);
    expect(again.uuid).toBe(part.vodUuid);
  });

  it('W13 no alarm after a known end, though nothing could be recorded', async () => {
    const { uuid } = await followed('alarm');
    act('alarm', { do: 'start' });
    await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    act('alarm', { do: 'end', how: 'endlist' });
    const vod = await all.vodThat(uuid, (v) => v.state === 'failed', 'the end without media');
    expect(vod.state_reason).not.toBe('');
    expect((await all.notices()).filter((n) => n.channel_uuid === uuid)).toEqual([]);
  });

  it('P3 a push is believed over a list that lags a minute at both ends: no early end, and no second VOD after it', async () => {
    const { uuid } = await followed('lagging');
    act('lagging', { do: 'start' });
    const part = await all.recorded(uuid);
    const polls = (): number => all.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
    const morePolls = async (): Promise<void> => {
      const now = polls();
      await eventually(() => Promise.resolve(polls() > now + 2), 'three polls');
    };
    await morePolls();
    expect(await all.channel(uuid)).toMatchObject({ is_live: true, vods_list: [{ state: 'capturing' }] });
    act('lagging', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    await all.vodThat(uuid, (v) => v.state === 'converting', 'the end');
    await morePolls();
    expect(await all.channel(uuid)).toMatchObject({
      is_live: false,
      vods_list: [{ uuid: part.vodUuid, state: 'converting' }],
    });
  });

  it('shows that each channel is subscribed, and never a secret', async () => {
    const { push } = await all.site();
    expect(push).toMatchObject({
      transport: 'webhook',
      reason: '',
      connected: true,
      active: received * 3,
      wanted: received * 3,
    });
    const { text } = await all.app.call('GET', '/sites');
    for (const secret of webhookSecrets(all.app.nest.get(Keyring, { strict: false })))
      expect(text).not.toContain(secret);
  });
});
