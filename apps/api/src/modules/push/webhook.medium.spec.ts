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
describe('push by webhook', () => {
  let testApp: TwitchTestApp;
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
    testApp = await TwitchTestApp.open({
      channels: names.map((name, n) =>
        onTwitch(name, `${70_000_001 + n}`, name === 'lagging' ? { helixLagS: 60 } : {}),
      ),
      appUrl: 'https://vod.example.org',
      twitch: { webhookRetryMs: [50, 50] },
    });
  });
  afterAll(() => testApp.stop());

  const userId = (name: string): string => `${70_000_001 + names.indexOf(name)}`;
  const secrets = () => webhookSecrets(testApp.app.nest.get(Keyring, { strict: false }));
  const act = (name: string, action: Parameters<TwitchTestApp['act']>[1]): void => {
    testApp.act(name, action);
  };
  const followed = async (name: string, more: object = {}): Promise<Channel> => {
    const { uuid } = await testApp.follow(`https://www.twitch.tv/${name}`, more);
    received += 1;
    return testApp.subscribed(uuid);
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
    const secret = signedWith ?? secrets()[0];
    const signature = `sha256=${createHmac('sha256', secret)
      .update(id + stamp + raw)
      .digest('hex')}`;
    const answer = await fetch(`${testApp.app.origin}${HOOK}`, {
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
  const subscriptionRequests = (): number =>
    testApp.requests('api.twitch.tv').filter((c) => c.startsWith('POST /helix/eventsub/subscriptions')).length;
  const refused = async (reason: string): Promise<number> =>
    (await testApp.site()).push.refused.find((r) => r.reason === reason)?.count ?? 0;
  const counted = (reason: string, before: number) =>
    eventually(async () => (await refused(reason)) > before, `one more refused: ${reason}`);

  it('starts the recording before the next poll, and the VOD is not late', async () => {
    const { uuid } = await followed('again', { poll_s: 3600 });
    act('again', { do: 'start' });
    expect(await testApp.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD')).toMatchObject({
      late_s: 0,
      stream_title: 'Title of again',
    });
  });

  it('accepts a call that is signed with the older key of the keyring', async () => {
    expect(secrets()).toHaveLength(2);
    const signedWith = secrets().at(-1) ?? '';
    expect(await call({ body: online('unasked'), signedWith })).toMatchObject({ status: 200 });
  });

  it("the settings show the use of the site's limit as the site reported it", async () => {
    await followed('counted');
    const quotas = await eventually(async () => {
      const { body } = await testApp.app.call<{ quotas: Record<string, { total: number }> }>('GET', '/settings');
      return (body.data?.quotas['twitch']?.total ?? 0) > 0 && body.data?.quotas;
    }, 'a count of the site');
    expect(quotas).toEqual({
      twitch: { total: expect.any(Number), total_cost: expect.any(Number), max_total_cost: 10_000 },
    });
  });

  it('W3 starts one recording for an "online" that is delivered three times, and answers each delivery with 2xx', async () => {
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
    const vod = await testApp.vodThat(uuid, (v) => v.chapters.length > 0, 'the VOD and its chapter');
    await eventually(async () => (await refused('replayed')) === before + 2, 'two ignored deliveries');
    expect((await testApp.vods(uuid)).map((v) => [v.uuid, v.chapters.length])).toEqual([[vod.uuid, 1]]);
  });

  describe('does not act on', () => {
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
      expect([await testApp.vods(uuid), (await testApp.channel(uuid)).is_live]).toEqual([[], false]);
    });

    it('W5 a valid signature that is 20 minutes old: 403', async () => {
      const { uuid } = await testApp.channelThat(
        (await testApp.app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body.data?.streamer_list.find(
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
      expect([await testApp.vods(uuid), (await testApp.channel(uuid)).is_live]).toEqual([[], false]);
    });

    it('a signed challenge for a subscription that Vodkeep did not request: 403', async () => {
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

    it('a call without headers, JSON or event: 403; a call for an unknown site: 404', async () => {
      const plain = await fetch(`${testApp.app.origin}${HOOK}`, { method: 'POST', body: '{}' });
      expect(plain.status).toBe(403);
      expect((await call({ body: 'not json' })).status).toBe(403);
      expect((await call({ body: { subscription: subscription('unasked'), event: { id: 7 } } })).status).toBe(403);
      expect((await fetch(`${testApp.app.origin}/api/v0/hook/nowhere`, { method: 'POST', body: '{}' })).status).toBe(
        404,
      );
    });

    it('a message about a channel that Vodkeep does not follow: 200', async () => {
      expect((await call({ body: online('unasked') })).status).toBe(200);
      expect(
        (await testApp.app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body.data?.streamer_list,
      ).toHaveLength(received);
    });
  });

  it('W6 raises a notice for a revocation, and subscribes once again', async () => {
    const { uuid } = await followed('revoked');
    const before = subscriptionRequests();
    act('revoked', { do: 'events', how: 'revoke' } satisfies TwitchAction);
    const notice = await eventually(
      async () => (await testApp.notices()).find((n) => n.kind === 'push-revoked' && n.channel_uuid === uuid),
      'the notice',
    );
    expect(notice).toMatchObject({ level: 'warning', resolved_at: null });
    await eventually(() => Promise.resolve(subscriptionRequests() === before + 3), 'a request for each topic');
    await testApp.subscribed(uuid);
    expect(subscriptionRequests()).toBe(before + 3);
  });

  it('W6 answers a late revocation with 2xx and ignores it: the subscription that Vodkeep requested since is confirmed', async () => {
    await followed('late');
    const rows = testApp.app.nest.get(PushRepository, { strict: false });
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

  it('W16 evaluates the rules at a pushed update: the recording starts when the category matches, and then continues', async () => {
    const { uuid } = await followed('rules', { poll_s: 3600, include: [{ on: 'category', text: 'music' }] });
    act('rules', { do: 'start' });
    const before = await testApp.channelThat(uuid, (c) => c.is_live, 'live');
    expect([before.verdict.state, before.vods_list]).toEqual(['not-recorded', []]);
    expect(before.verdict.reason).toContain("the category contains 'music'");
    act('rules', { do: 'update', category: 'Music' });
    await testApp.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    act('rules', { do: 'update', category: 'Chess' });
    const after = await testApp.channelThat(
      uuid,
      (c) => c.live_stream?.category?.name === 'Chess',
      'the next category',
    );
    expect(after.verdict.state).not.toBe('not-recorded');
    expect(after.vods_list).toMatchObject([{ state: 'waiting' }]);
  });

  it('W9 continues the same VOD when a stream returns with the same id', async () => {
    const { uuid } = await followed('flapping');
    act('flapping', { do: 'start' });
    const part = await testApp.recorded(uuid);
    act('flapping', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    await testApp.channelThat(uuid, (c) => !c.is_live, 'offline');
    await testApp.vodThat(uuid, (v) => v.state === 'converting', 'the end');
    act('flapping', { do: 'resume' });
    const again = await testApp.vodThat(
      uuid,
      (v) => v.state === 'paused' || v.state === 'waiting',
      'the same VOD, open again',
    );
    expect((await testApp.vods(uuid)).map((v) => v.uuid)).toEqual([again.uuid]);
    expect(again.uuid).toBe(part.vodUuid);
  });

  it('W13 raises no notice after a known end, although nothing was recorded', async () => {
    const { uuid } = await followed('alarm');
    act('alarm', { do: 'start' });
    await testApp.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    act('alarm', { do: 'end', how: 'endlist' });
    const vod = await testApp.vodThat(uuid, (v) => v.state === 'failed', 'the end without media');
    expect(vod.state_reason).not.toBe('');
    expect((await testApp.notices()).filter((n) => n.channel_uuid === uuid)).toEqual([]);
  });

  it('P3 prefers a push to a list that lags a minute at both ends: no early end, and no second VOD', async () => {
    const { uuid } = await followed('lagging');
    act('lagging', { do: 'start' });
    const part = await testApp.recorded(uuid);
    const polls = (): number =>
      testApp.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
    const morePolls = async (): Promise<void> => {
      const now = polls();
      await eventually(() => Promise.resolve(polls() > now + 2), 'three polls');
    };
    await morePolls();
    expect(await testApp.channel(uuid)).toMatchObject({ is_live: true, vods_list: [{ state: 'capturing' }] });
    act('lagging', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    await testApp.vodThat(uuid, (v) => v.state === 'converting', 'the end');
    await morePolls();
    expect(await testApp.channel(uuid)).toMatchObject({
      is_live: false,
      vods_list: [{ uuid: part.vodUuid, state: 'converting' }],
    });
  });

  it('shows the subscriptions of all channels, and never a secret', async () => {
    const { push } = await testApp.site();
    expect(push).toMatchObject({
      transport: 'webhook',
      reason: '',
      connected: true,
      active: received * 3,
      wanted: received * 3,
    });
    const { text } = await testApp.app.call('GET', '/sites');
    for (const secret of secrets()) expect(text).not.toContain(secret);
  });
});
