import { EVENTS } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../testing/test-app.js';
import { concurrentCases } from '../../../../tools/jest/concurrent-cases.js';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';

jest.setTimeout(120_000);

/** Cases of docs/coverage.md that polling alone gets right: no public address, no signed-in user. */
describe('a site without pushes', () => {
  let all: TwitchTestApp;

  const names = [
    'plain',
    'running',
    'worded',
    'oldname',
    'beside',
    'hiccup',
    'blinking',
    'trailing',
    'mediafree',
    'slowstart',
    'choosy',
  ];
  const lags = { trailing: { helixLagS: 6 } } as const;
  beforeAll(async () => {
    all = await TwitchTestApp.open({
      channels: names.map((name, n) =>
        onTwitch(name, `${71_000_001 + n}`, name in lags ? lags[name as keyof typeof lags] : {}),
      ),
    });
  });
  afterAll(() => all.stop());

  const polls = (): number => all.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
  /** Enough that whatever a poll does would have been done. */
  const polled = async (times = 3): Promise<void> => {
    const now = polls();
    await eventually(() => Promise.resolve(polls() > now + times), `${times} polls`);
  };

  it('W18 without a public address settings are saved, streams are found by polling, and the reason is reported', async () => {
    await all.set({ 'app_url': '', 'push.transport': 'auto' });
    expect((await all.site()).push).toMatchObject({
      transport: 'poll',
      active: 0,
      reason:
        'No public https address is set and no user is signed in, so Vodkeep polls the channels. Polling misses no stream.',
    });
    await all.set({ 'push.transport': 'webhook' });
    expect((await all.site()).push).toMatchObject({
      transport: 'poll',
      reason: expect.stringContaining('public https address'),
    });
    await all.set({ 'push.transport': 'auto' });
    const { uuid } = await all.follow('plain');
    all.act('plain', { do: 'start' });
    await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    await all.channelThat(uuid, (c) => c.is_live, 'that it is live');
    expect(await all.channel(uuid)).toMatchObject({
      is_live: true,
      api_getSubscriptionStatus: true,
      live_stream: { title: 'Title of plain', viewers: 42, category: { name: 'Chess' } },
    });
  });

  describe('of channels', () => {
    const channels = concurrentCases();
    channels.it('W15 a channel that is added while it is live is recorded at once', async () => {
      all.act('running', { do: 'start' });
      const { uuid } = await all.follow('https://m.twitch.tv/Running?x=1');
      await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    });

    channels.it(
      'W16 keywords and rules look at title, category and tags without regard to case, and are asked again while the stream runs',
      async () => {
        all.act('worded', { do: 'start' });
        const { uuid } = await all.follow('worded', {
          match: 'SPEEDRUN, golf',
          exclude: [{ on: 'tags', text: 'spoilers' }],
        });
        expect((await all.channelThat(uuid, (c) => c.is_live, 'live')).verdict).toMatchObject({
          state: 'not-recorded',
          reason: expect.stringContaining('SPEEDRUN, golf'),
        });
        all.act('worded', { do: 'update', title: 'A Speedrun at last', tags: ['Spoilers'] });
        expect(
          (await all.channelThat(uuid, (c) => c.live_stream?.title === 'A Speedrun at last', 'the new title')).verdict,
        ).toMatchObject({ state: 'not-recorded', reason: expect.stringContaining("a tag contains 'spoilers'") });
        expect(await all.vods(uuid)).toEqual([]);
        all.act('worded', { do: 'update', tags: ['English'] });
        await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
      },
    );

    channels.it(
      'W19 a renamed account is followed by its id: reported once, its folder kept, channels of the same call untouched',
      async () => {
        const [renamed, beside] = [await all.follow('oldname'), await all.follow('beside')];
        all.act('oldname', { do: 'rename', login: 'newname' });
        all.act('oldname', { do: 'start' });
        all.act('beside', { do: 'start' });
        const now = await all.channelThat(
          renamed.uuid,
          (c) => c.login === 'newname' && c.is_live && c.vods_list.length === 1,
          'the new name',
        );
        expect(now).toMatchObject({
          url: 'https://www.twitch.tv/newname',
          internalName: 'oldname',
          userid: renamed.userid,
          is_live: true,
        });
        expect(now.vods_list[0]?.basename.startsWith('oldname_')).toBe(true);
        await eventually(
          async () => (await all.notices()).some((n) => n.kind === 'channel-renamed'),
          'the word of the new name',
        );
        await polled();
        expect((await all.notices()).filter((n) => n.kind === 'channel-renamed')).toMatchObject([
          { channel_uuid: renamed.uuid, level: 'info', count: 1, title: 'oldname is now called newname' },
        ]);
        expect(
          await all.channelThat(beside.uuid, (c) => c.is_live && c.vods_list.length === 1, 'its neighbour'),
        ).toMatchObject({
          login: 'beside',
          is_live: true,
        });
      },
    );

    channels.it(
      'W10 a recorder that ends while the stream is live ends nothing: the next part goes on in the same VOD',
      async () => {
        const { uuid } = await all.follow('hiccup');
        all.act('hiccup', { do: 'start' });
        const first = await all.recorded(uuid);
        await first.end('endlist');
        await all.vodThat(uuid, (v) => v.state === 'paused', 'the pause');
        await polled();
        expect((await all.vods(uuid)).map((v) => [v.uuid, v.state])).toEqual([[first.vodUuid, 'paused']]);
        await all.recorded(uuid);
        expect((await all.vods(uuid)).map((v) => [v.state, v.parts.length])).toEqual([['capturing', 2]]);
      },
    );

    channels.it(
      'a list that omits a running stream for some seconds ends no recording and makes no second VOD',
      async () => {
        const { uuid } = await all.follow('blinking');
        all.act('blinking', { do: 'start' });
        const part = await all.recorded(uuid);
        all.act('blinking', { do: 'unlist' });
        await all.channelThat(uuid, (c) => !c.is_live, 'the blink');
        all.act('blinking', { do: 'list' });
        await all.channelThat(uuid, (c) => c.is_live, 'the list has it again');
        expect((await all.vods(uuid)).map((v) => [v.uuid, v.state])).toEqual([[part.vodUuid, 'capturing']]);
      },
    );

    channels.it('a list that is late at start and end only delays both', async () => {
      const { uuid } = await all.follow('trailing');
      all.act('trailing', { do: 'start' });
      const part = await all.recorded(uuid);
      all.act('trailing', { do: 'end', how: 'endlist' });
      await part.end('endlist');
      await all.vodThat(uuid, (v) => v.state === 'converting', 'the end, once the list knows it');
      await polled();
      expect((await all.vods(uuid)).map((v) => v.uuid)).toEqual([part.vodUuid]);
    });

    channels.it('qualities are separated by spaces; when none of them is offered, the channel says so', async () => {
      expect(
        (await all.app.call('POST', '/channels', { provider: 'twitch', url: 'choosy', quality: '720p60 potato' })).body,
      ).toMatchObject({ code: 'invalid-input', fields: [{ path: expect.stringMatching(/^quality/) }] });
      const { uuid, quality } = await all.follow('choosy', { quality: '1080p60 720p' });
      expect(quality).toEqual(['1080p60', '720p']);
      all.act('choosy', { do: 'start' });
      const vod = await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
      const { value } = await eventually(
        async () => (await all.app.bus.assignments.all()).find((a) => a.value.vodUuid === vod.uuid),
        'the assignment',
      );
      expect(value.qualities).toEqual(['1080p60', '720p']);
      const reason = 'None of 1080p60 720p is offered. There are: 480p, 160p.';
      await all.app.bus.publish(
        EVENTS.captureRefused,
        { vodUuid: vod.uuid, recorder: 'n/0', at: Date.now(), reason: verbatim(reason) },
        { msgId: `${vod.uuid}:refused` },
      );
      expect((await all.channelThat(uuid, (c) => c.verdict.reason === reason, 'the reason')).verdict.state).toBe(
        'not-recorded',
      );
    });

    channels.it(
      'P4 live without media yet: retries without an alarm, shows the reason, and records when media exist',
      async () => {
        const { uuid } = await all.follow('slowstart');
        all.act('slowstart', { do: 'start' });
        const vod = await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
        await all.channelThat(uuid, (c) => c.verdict.state === 'queued', 'its place in the queue');
        await all.app.bus.publish(
          EVENTS.captureRefused,
          { vodUuid: vod.uuid, recorder: 'n/0', at: Date.now(), reason: verbatim('The site offers no variants yet.') },
          { msgId: `${vod.uuid}:refused` },
        );
        await all.channelThat(uuid, (c) => c.verdict.reason === 'The site offers no variants yet.', 'the reason');
        await all.recorded(uuid);
        await all.channelThat(uuid, (c) => c.verdict.state === 'recording', 'that it is recorded');
        expect(await all.channel(uuid)).toMatchObject({
          verdict: { state: 'recording', reason: '' },
          vods_list: [{ uuid: vod.uuid, state: 'capturing' }],
        });
        expect((await all.notices()).filter((n) => n.channel_uuid === uuid)).toEqual([]);
      },
    );

    channels.it(
      'W12 a stream without media: retries in one VOD, a notice with the reason once it lasts, and failed with that reason at the end',
      async () => {
        const { uuid } = await all.follow('mediafree');
        all.act('mediafree', { do: 'start' });
        const vod = await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
        const refuse = () =>
          all.app.bus.publish(
            EVENTS.captureRefused,
            {
              vodUuid: vod.uuid,
              recorder: 'n/0',
              at: Date.now(),
              reason: verbatim('The site offers no media yet (404).'),
            },
            { msgId: `${vod.uuid}:${Date.now()}` },
          );
        await refuse();
        expect((await all.channelThat(uuid, (c) => c.verdict.reason.includes('404'), 'the reason')).verdict.state).toBe(
          'not-recorded',
        );
        await refuse();
        const notice = await eventually(
          async () => (await all.notices()).find((n) => n.vod_uuid === vod.uuid),
          'the notice',
          60_000,
        );
        expect(notice).toMatchObject({
          kind: 'could-not-record',
          level: 'error',
          count: 1,
          resolved_at: null,
          title: 'MEDIAFREE is live and is not being recorded',
          text: 'The site offers no media yet (404). Vodkeep tries again.',
        });
        all.act('mediafree', { do: 'end', how: 'vanish' });
        expect(await all.vodThat(uuid, (v) => v.state === 'failed', 'the end')).toMatchObject({
          uuid: vod.uuid,
          state_reason: 'The site offers no media yet (404).',
        });
        await eventually(
          async () =>
            (await all.notices()).find((n) => n.vod_uuid === vod.uuid)?.title ===
            'A stream of MEDIAFREE was not recorded',
          'what became of it',
        );
        expect(await all.vods(uuid)).toHaveLength(1);
      },
    );
  });
});
