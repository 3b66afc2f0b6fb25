import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';

jest.setTimeout(120_000);

const thisSecond = (): number => Math.floor(Date.now() / 1000);
/** The site says in whole seconds when a broadcast began: two in one second are one under two ids. */
const laterThan = (then: number) => eventually(() => Promise.resolve(thisSecond() > then), 'another second');

describe('a channel that starts another broadcast within the grace period of the first one', () => {
  let all: TwitchTestApp;
  beforeAll(async () => {
    all = await TwitchTestApp.open({
      channels: [onTwitch('again', '72000001')],
      settings: { 'capture.grace_site_s': 600 },
    });
  });
  afterAll(() => all.stop());

  it('ends the first recording as soon as the second is written, because its recorder would record the same media', async () => {
    const { uuid } = await all.follow('again');
    all.act('again', { do: 'start' });
    const begun = thisSecond();
    const first = await all.recorded(uuid);
    await first.end('stale');
    await all.vodThat(uuid, (v) => v.state === 'paused', 'the pause');
    await laterThan(begun);
    all.act('again', { do: 'start' });
    await all.vodThat(uuid, (v) => v.uuid !== first.vodUuid && v.state === 'waiting', 'the second VOD');
    expect((await all.vods(uuid)).find((v) => v.uuid === first.vodUuid)?.state).toBe('paused');
    const second = await all.recorded(uuid);
    await all.vodThat(
      uuid,
      (v) => v.uuid === first.vodUuid && !['paused', 'capturing', 'waiting'].includes(v.state),
      'the end of the first',
    );
    expect(second.vodUuid).not.toBe(first.vodUuid);
    expect((await all.vods(uuid)).map((v) => v.uuid)).toEqual([first.vodUuid, second.vodUuid]);
  });
});
