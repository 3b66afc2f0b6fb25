import 'reflect-metadata';
import { type Channel, V0_CATEGORIES, SCHEDULED } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { PushSubscriptionEntity } from '../../persistence/entities/push.entity.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type TestApp, eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { InstallationStop } from './installation-stop.js';

jest.setTimeout(120_000);

let test: TwitchTestApp;
let channel: Channel;
const call: TestApp['call'] = (...args) => test.app.call(...args);
const rows = () => test.app.nest.get(Transactions, { strict: false }).plain;
const wrongFields = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  return [answer.status, answer.body.fields?.map((f) => f.path)];
};

beforeAll(async () => {
  test = await TwitchTestApp.open({ channels: [onTwitch('tooled', '75000088')], appUrl: 'https://vod.example.org' });
}, 60_000);
afterAll(() => test.stop());

interface Listed {
  channels: {
    id: string;
    type: string;
    username: string;
    user_id: string;
    status: string;
    callback: string;
    transport_method: string;
    instance_match: boolean;
    created_at: string;
  }[];
  total: number;
  all_usernames: string[];
  callback: string;
}
const listed = async () => (await call<Listed>('GET', '/subscriptions')).body.data as Listed;

describe('subscriptions', () => {
  it('do not exist and cannot be requested without a channel', async () => {
    expect(await listed()).toEqual({
      channels: [],
      total: 0,
      all_usernames: [],
      callback: 'https://vod.example.org/api/v0/hook/twitch',
    });
    expect(await call('POST', '/subscriptions')).toMatchObject({
      status: 400,
      body: { code: 'no-channels', message: 'No channels to subscribe to.' },
    });
    expect(await call('DELETE', '/subscriptions/nobody')).toMatchObject({
      status: 404,
      body: { code: 'subscription-missing', message: 'Subscription not found' },
    });
  });

  it("of a channel are listed in v0's form", async () => {
    channel = await test.follow('tooled');
    await test.subscribed(channel.uuid);
    const { channels, total, all_usernames } = await listed();
    expect([total, all_usernames]).toEqual([channels.length, ['tooled']]);
    expect(channels.map((c) => c.type)).toContain('stream.online');
    for (const one of channels)
      expect(one).toMatchObject({
        username: 'tooled',
        user_id: '75000088',
        status: 'enabled',
        callback: 'https://vod.example.org/api/v0/hook/twitch',
        transport_method: 'webhook',
        instance_match: true,
        created_at: expect.stringMatching(/Z$/),
      });
  });

  it('are deleted at the site, and requested again', async () => {
    const [first] = (await listed()).channels;
    const posts = (): number =>
      test.requests('api.twitch.tv').filter((c) => c.startsWith('POST /helix/eventsub')).length;
    const before = posts();
    expect((await call('DELETE', `/subscriptions/${first?.id ?? ''}`)).status).toBe(200);
    expect(await rows().findOneBy(PushSubscriptionEntity, { siteId: first?.id ?? '' })).toBeNull();
    expect(test.requests('api.twitch.tv').some((c) => c.startsWith('DELETE /helix/eventsub'))).toBe(true);
    expect((await call('POST', '/subscriptions')).status).toBe(200);
    await eventually(() => Promise.resolve(posts() > before), 'the new subscription');
    await test.subscribed(channel.uuid);
  });

  it('are not requested if no site pushes, and the answer contains the reason', async () => {
    await call('PUT', '/settings', { config: { 'push.transport': 'off' } });
    expect((await call('POST', '/subscriptions')).body.message).toBe(
      'No site sends push messages now: Push is turned off in the settings.',
    );
    await call('PUT', '/settings', { config: { 'push.transport': null } });
  });

  it('with an invalid id are refused on its field', async () => {
    expect(await wrongFields('DELETE', '/subscriptions/a%2Fb')).toEqual([400, ['sub_id']]);
  });
});

describe('notifications', () => {
  const get = async () => (await call<Record<string, number>>('GET', '/notifications')).body.data;
  it('are all off at first, but open pages show problems', async () => {
    expect(await get()).toEqual({ ...Object.fromEntries(V0_CATEGORIES.map((name) => [name, 0])), system: 1 });
  });

  it('save the sent bits and keep the others', async () => {
    expect((await call('PUT', '/notifications', { streamOnline: 5, vodMuted: 31 })).body.message).toBe(
      'Notification settings saved',
    );
    await call('PUT', '/notifications', { vodMuted: 0 });
    expect(await get()).toMatchObject({ streamOnline: 5, vodMuted: 0, debug: 0 });
    const rules = await call('GET', '/notification-rules');
    expect(rules.body.data).toContainEqual({
      receiver: 'discord',
      category: 'streamOnline',
      channel_uuid: null,
      on: true,
    });
  });

  it.each([
    [{ streamOnline: 32 }, 'streamOnline'],
    [{ streamOnline: -1 }, 'streamOnline'],
    [{ debug: '1' }, 'debug'],
    [{ debug: 0.5 }, 'debug'],
    [{ system: null }, 'system'],
    [{ odd: 1 }, 'odd'],
  ])('in the form %j are refused on their field and not saved', async (body, field) => {
    const before = await get();
    expect(await wrongFields('PUT', '/notifications', body)).toEqual([400, [field]]);
    expect(await get()).toEqual(before);
  });
});

describe('a scheduled task', () => {
  it.each(['check_muted_vods', 'check_deleted_vods', 'match_vods'])('%s runs as a job', async (name) => {
    const { body } = await call<{ job: string }>('GET', `/tools/runscheduler/${name}`);
    expect(body).toMatchObject({ status: 'OK', message: `Running job ${name}`, data: { job: name } });
    await eventually(async () => (await rows().findOneBy(JobEntity, { name }))?.status === 'STOPPED', `${name} to end`);
  });

  it('validate_oauth runs at once, without a job', async () => {
    expect((await call('GET', '/tools/runscheduler/validate_oauth')).body).toMatchObject({
      status: 'OK',
      data: { job: null },
    });
  });

  it('export_vods is a 501 that names its future feature', async () => {
    expect(await call('GET', '/tools/runscheduler/export_vods')).toMatchObject({
      status: 501,
      body: { code: 'comes-later', message: expect.stringContaining('automatically') },
    });
  });

  it('with an unknown name is refused with the known names', async () => {
    expect(await call('GET', '/tools/runscheduler/constructor')).toMatchObject({
      status: 400,
      body: {
        code: 'no-such-schedule',
        message: 'No job found',
        fields: [{ path: 'name', message: expect.stringContaining(SCHEDULED[0]) }],
      },
    });
  });

  it.each(['check_deleted_vods', 'check_muted_vods'])(
    "starts by v0's address /cron/%s, with a line of text as the answer",
    async (name) => {
      const { status, text } = await call('GET', `/cron/${name}?force=1`);
      expect([status, text]).toEqual([200, `The job ${name} is queued.\n`]);
      await eventually(
        async () => (await rows().findOneBy(JobEntity, { name }))?.status === 'STOPPED',
        `${name} to end`,
      );
      expect(await wrongFields('GET', `/cron/${name}?force=maybe`)).toEqual([400, ['force']]);
    },
  );
});

describe('addresses', () => {
  it('W74 a channel is reached by its uuid and by its login, at the addresses of v0', async () => {
    const [byUuid, byLogin] = [
      await call<Channel>('GET', `/channels/${channel.uuid}`),
      await call<Channel>('GET', '/channels/tooled'),
    ];
    expect([byLogin.status, byLogin.body.data?.uuid, byUuid.body.data?.login]).toEqual([200, channel.uuid, 'tooled']);
    expect(await call('GET', '/channels/nobody')).toMatchObject({ status: 404, body: { code: 'channel-missing' } });
  });
});

describe('a reset of channels', () => {
  it('makes every page load again, and changes no channel', async () => {
    const notified: string[] = [];
    const off = test.app.nest.get(UiNotifier, { strict: false }).onChanged(({ entity, id }) => {
      notified.push(`${entity} ${id}`);
    });
    expect((await call('POST', '/tools/reset_channels')).body.message).toBe('Reset channels.');
    await eventually(() => Promise.resolve(notified.includes(`channel ${channel.uuid}`)), 'the notification');
    expect((await test.channel(channel.uuid)).login).toBe('tooled');
    off();
  });
});

describe('stopping Vodkeep', () => {
  let begin: jest.SpiedFunction<InstallationStop['begin']>;
  beforeAll(() => {
    begin = jest
      .spyOn(test.app.nest.get(InstallationStop, { strict: false }), 'begin')
      .mockImplementation(() => undefined);
  });

  it('is refused while something is recorded', async () => {
    test.act('tooled', { do: 'start' });
    await test.recorded(channel.uuid);
    expect(await call('POST', '/tools/shutdown')).toMatchObject({
      status: 409,
      body: { code: 'streams-active', message: 'There are still active streams' },
    });
    expect(begin).not.toHaveBeenCalled();
  });

  it('starts after the answer is sent if it is forced', async () => {
    expect((await call('POST', '/tools/shutdown?force=true')).body.message).toBe('Shutting down.');
    await eventually(() => Promise.resolve(begin.mock.calls.length === 1), 'the stop');
  });

  it('accepts only the known values of force', async () => {
    expect(await wrongFields('POST', '/tools/shutdown?force=yes')).toEqual([400, ['force']]);
  });
});

describe('a capture, as v0 shows it among the jobs', () => {
  it('K6 is ended by a prefix of its name, and its stream is not recorded again', async () => {
    expect((await call('DELETE', '/jobs/capture_tooled_*')).body).toEqual({ status: 'OK', message: 'Job killed' });
    expect(await rows().findOneByOrFail(VodEntity, { channelUuid: channel.uuid })).toMatchObject({
      assigned: false,
      facts: expect.objectContaining({ aborted: true }),
    });
    await eventually(async () => (await test.app.bus.assignments.all()).length === 0, 'the recorders to hear of it');
    expect(await call('DELETE', '/jobs/capture_tooled_*')).toMatchObject({
      status: 404,
      body: { code: 'job-missing' },
    });
  });
});
