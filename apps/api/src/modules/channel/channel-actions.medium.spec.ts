import { type Job, type Vod } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, eventually } from '../../testing/test-app.js';
import { concurrentCases } from '../../../../../tools/jest/concurrent-cases.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

jest.setTimeout(120_000);

describe('actions on a channel', () => {
  let all: TwitchTestApp;
  const names = [
    'offair',
    'stopped',
    'worded',
    'switched',
    'oldname',
    'neighbour',
    'pushed',
    'story',
    'emptied',
    'fresh',
  ];
  const channels = () => all.app.nest.get(ChannelRepository, { strict: false });
  const call: TestApp['call'] = (method, path, body) => all.app.call(method, path, body);
  const job = (name: string) =>
    eventually(
      async () =>
        (await call<Job[]>('GET', '/jobs')).body.data?.find(
          (j) => j.name === name && j.status !== 'WAITING' && j.status !== 'RUNNING',
        ),
      `the end of ${name}`,
    );
  const polled = async (): Promise<void> => {
    const streamCalls = (): number =>
      all.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
    const now = streamCalls();
    await eventually(() => Promise.resolve(streamCalls() > now + 1), 'some polls');
  };

  beforeAll(async () => {
    all = await TwitchTestApp.open({
      channels: names.map((name, n) => onTwitch(name, `${72_000_001 + n}`)),
      settings: { no_vod_convert: true },
    });
    await all.follow('neighbour');
  });
  afterAll(() => all.stop());

  describe('of one channel, beside actions on others', () => {
    const one = concurrentCases();
    one.it('refuses to force a recording of a channel that is offline', async () => {
      await all.follow('offair');
      expect((await call('POST', '/channels/offair/force_record')).body).toMatchObject({
        status: 'ERROR',
        code: 'no-live-stream',
        message: 'No live stream found',
      });
      expect((await call('POST', '/channels/nobody/force_record')).status).toBe(404);
      expect((await call('POST', '/channels/offair/force_record', { now: true })).body.fields?.[0]?.path).toBe('now');
    });

    one.it(
      "records at once although it was stopped: the operator's word wins, also over the next polls; the same VOD goes on",
      async () => {
        const { uuid } = await all.follow('stopped');
        all.act('stopped', { do: 'start' });
        const part = await all.recorded(uuid);
        expect((await call('DELETE', '/jobs/capture_stopped_*')).body).toMatchObject({
          status: 'OK',
          message: 'Job killed',
        });
        await part.end('endlist');
        await all.vodThat(uuid, (v) => !v.is_capturing, 'the stop');
        await all.channelThat(uuid, (c) => c.verdict.state === 'not-recorded', 'the word of the stop');
        await polled();
        expect((await all.vods(uuid)).map((v) => v.is_capturing)).toEqual([false]);
        expect((await call('POST', '/channels/stopped/force_record')).body).toEqual({
          status: 'OK',
          message: 'Forced recording of channel: stopped',
        });
        await all.vodThat(uuid, (v) => v.uuid === part.vodUuid && v.state === 'paused', 'the VOD is open again');
        await all.channelThat(uuid, (c) => c.verdict.state === 'recording', 'the word of the operator');
        await eventually(() => all.app.bus.assignments.get(part.vodUuid), 'its assignment');
        await polled();
        expect((await all.channel(uuid)).verdict.state).toBe('recording');
        const again = await call('POST', '/channels/stopped/force_record');
        expect([again.status, again.body.code]).toEqual([409, 'already-recording']);
      },
    );

    one.it('force record overrides the rules until recording is switched off', async () => {
      const { uuid } = await all.follow('worded', { match: 'golf' });
      all.act('worded', { do: 'start' });
      await all.channelThat(uuid, (c) => c.verdict.state === 'not-recorded', 'the rule');
      await call('POST', `/channels/${uuid}/force_record`);
      const vod = await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
      await all.channelThat(uuid, (c) => c.verdict.state === 'queued', 'its place in the queue');
      await polled();
      expect((await all.channel(uuid)).verdict.state).toBe('queued');
      await call('PUT', '/channels/worded', { no_capture: true });
      await eventually(
        async () => (await channels().byRef('worded'))?.forcedStreamId === null,
        'the end of what was forced',
      );
      await eventually(
        async () => (await all.app.nest.get(VodRepository, { strict: false }).find(vod.uuid))?.assigned === false,
        'the end of its assignment',
      );
    });

    one.it('tells the history of a channel: on, off, and what it showed', async () => {
      const { uuid } = await all.follow('story');
      await eventually(async () => (await channels().find(uuid))?.checkedAt, 'the first look');
      all.act('story', { do: 'start' });
      await all.channelThat(uuid, (c) => c.is_live, 'live');
      all.act('story', { do: 'update', title: 'Another title', category: 'Go' });
      await all.channelThat(uuid, (c) => c.live_stream?.title === 'Another title', 'the title');
      all.act('story', { do: 'end', how: 'endlist' });
      await all.channelThat(uuid, (c) => !c.is_live, 'off');
      const { data } = (await call<Record<string, unknown>[]>('GET', '/channels/story/history')).body;
      expect(data?.map((h) => h['action'] ?? h['title'])).toEqual([
        'online',
        'Title of story',
        'Another title',
        'offline',
      ]);
      expect(data?.[2]).toMatchObject({
        game_name: 'Go',
        is_mature: false,
        online: true,
        viewer_count: 42,
        started_at: expect.any(String),
        game_id: expect.any(String),
      });
      expect((await call('GET', '/channels/neighbour/history')).body).toMatchObject({
        code: 'no-history',
        message: 'No history found',
      });
    });

    one.it('follows a rename of the account with name, folder and VODs; another account is refused', async () => {
      const { uuid } = await all.follow('oldname');
      all.act('oldname', { do: 'start' });
      const part = await all.recorded(uuid);
      const rename = (body: unknown) => call<{ job: string }>('POST', `/channels/${uuid}/rename`, body);
      for (const [body, field] of [
        [{}, 'new_login'],
        [{ new_login: 7 }, 'new_login'],
        [{ new_login: '../x' }, 'new_login'],
        [{ new_login: '' }, 'new_login'],
        [{ new_login: 'newname', colour: 1 }, 'colour'],
        [{ new_login: 'oldname' }, 'new_login'],
        [{ new_login: 'neighbour' }, 'new_login'],
        [{ new_login: 'unheardof' }, 'new_login'],
      ] as const) {
        const answer = await rename(body);
        expect([body, answer.status, [...new Set(answer.body.fields?.map((f) => f.path))]]).toEqual([
          body,
          400,
          [field],
        ]);
      }
      all.act('oldname', { do: 'rename', login: 'newname' });
      expect((await rename({ new_login: 'newname' })).body.code).toBe('channel-capturing');
      all.act('oldname', { do: 'end', how: 'endlist' });
      await part.end('endlist');
      await all.vodThat(uuid, (v) => v.is_finalized, 'the end');
      const answer = await rename({ new_login: 'newname' });
      expect(answer.body).toMatchObject({ status: 'OK', message: 'Channel renamed from oldname to newname' });
      expect((await job(answer.body.data?.job ?? '')).error).toBeNull();
      expect(await all.channel(uuid)).toMatchObject({
        internalName: 'newname',
        login: 'newname',
        vods_list: [{ streamer_login: 'newname', basename: expect.stringMatching(/^newname_/) }],
      });
      expect((await call('GET', '/channels/newname')).status).toBe(200);
      expect((await call('GET', '/channels/oldname')).status).toBe(404);
    });

    one.it('refreshes all data of a channel', async () => {
      const { uuid } = await all.follow('fresh');
      await channels().saveSite(uuid, {
        site: {
          login: 'fresh',
          displayName: 'FRESH',
          description: 'old',
          avatarUrl: '',
          offlineImageUrl: '',
          broadcasterType: '',
          at: 0,
        },
      });
      expect((await call('POST', '/channels/fresh/refresh')).body).toEqual({
        status: 'OK',
        message: 'Refreshed channel: fresh',
      });
      expect(await all.channel(uuid)).toMatchObject({
        broadcaster_type: 'affiliate',
        is_live: false,
        channel_data: { login: 'fresh', broadcaster_type: 'affiliate' },
      });
    });

    one.it('deletes all VODs of a channel by a job; a protected one stays and is named', async () => {
      const { uuid } = await all.follow('emptied');
      expect((await call('POST', '/channels/emptied/deleteallvods')).body).toMatchObject({ code: 'no-vods' });
      const thisSecond = (): number => Math.floor(Date.now() / 1000);
      let before = 0;
      for (const retained of [true, false]) {
        // The site says in whole seconds when a broadcast began: two in one second are one under two ids.
        await eventually(() => Promise.resolve(thisSecond() > before), 'another second');
        before = thisSecond();
        all.act('emptied', { do: 'start' });
        const part = await all.recorded(uuid);
        all.act('emptied', { do: 'end', how: 'endlist' });
        await part.end('endlist');
        await all.vodThat(uuid, (v) => v.uuid === part.vodUuid && v.is_finalized, 'the end');
        await call('POST', `/vod/${part.vodUuid}`, { prevent_deletion: retained });
      }
      const [retained] = await all.vods(uuid);
      const first = await call<{ job: string }>('POST', '/channels/emptied/deleteallvods');
      expect((await job(first.body.data?.job ?? '')).error).toBe(
        `Failed to delete all VODs: 1 deleted, 1 remain (${retained?.basename})`,
      );
      expect((await all.vods(uuid)).map((v: Vod) => v.uuid)).toEqual([retained?.uuid]);
      await call('POST', `/vod/${retained?.uuid}`, { prevent_deletion: false });
      const second = await call<{ job: string }>('POST', '/channels/emptied/deleteallvods');
      expect((await job(second.body.data?.job ?? '')).error).toBeNull();
      expect(await all.vods(uuid)).toEqual([]);
    });
  });

  it('reports polling as the only way for a channel without a site, whatever the settings', async () => {
    const url = `${all.app.origin}/plain.m3u8`;
    const made = await call('POST', '/channels', { provider: 'hls', url, internalName: 'plain' });
    expect(made.status).toBe(200);
    const { status, body } = await call('POST', '/channels/plain/subscribe');
    expect([status, body.data]).toEqual([
      200,
      { login: 'plain', status: 'An HLS address cannot send push messages. Vodkeep polls it and misses nothing.' },
    ]);
  });

  it('says what the site lists for a channel, unsubscribes it and subscribes it again', async () => {
    const { uuid } = await all.follow('pushed');
    expect((await call('GET', '/channels/pushed/checksubscriptions')).body).toEqual({
      status: 'OK',
      data: { raw: [] },
      message: '',
    });
    expect((await call('POST', '/channels/pushed/subscribe')).body.data).toEqual({
      login: 'pushed',
      status: expect.stringContaining('No public https address'),
    });
    await all.set({ 'app_url': 'https://vodkeep.example.com', 'push.transport': 'webhook' });
    await all.subscribed(uuid);
    const listed = async () =>
      (
        await call<{ raw: { type: string; status: string; user_id: string }[] }>(
          'GET',
          '/channels/pushed/checksubscriptions',
        )
      ).body;
    const { data, message } = await listed();
    expect(data?.raw.map(({ type, status }) => [type, status])).toContainEqual(['stream.online', 'enabled']);
    expect(message).toContain('stream.online: enabled\n');
    expect((await call('POST', '/channels/pushed/unsubscribe')).body).toEqual({
      status: 'OK',
      message: 'Unsubscribed',
    });
    await eventually(async () => (await listed()).data?.raw.length === 0, 'the end of its subscriptions');
    expect(await all.channel(uuid)).toMatchObject({
      push: { status: 'polled', reason: 'You unsubscribed this channel. Vodkeep polls it.' },
      api_getSubscriptionStatus: false,
    });
    expect((await call('POST', '/channels/pushed/subscribe')).body.data).toEqual({
      login: 'pushed',
      status: 'Subscription request sent, check logs for details',
    });
    await all.subscribed(uuid);
  });
});
