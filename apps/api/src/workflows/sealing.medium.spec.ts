import { expect, it, jest } from '@jest/globals';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';
import { PartReader } from '../vods/part-reader.js';

jest.setTimeout(120_000);

it('the timeline of a VOD is built once for all that follows from its end: when it ended, its file and its chat', async () => {
  const all = await TwitchTestApp.open({
    channels: [onTwitch('once', '78000002')],
    settings: { 'capture.grace_site_s': 0.2 },
  });
  try {
    const { uuid } = await all.follow('once', { live_chat: true });
    all.act('once', { do: 'start' });
    const part = await all.recorded(uuid);
    const built = jest.spyOn(all.app.nest.get(PartReader, { strict: false }), 'timelineOf');
    all.act('once', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    await all.vodThat(uuid, (v) => v.state === 'converting' && v.chat?.state === 'queued', 'its file and its chat');
    expect(built.mock.calls).toEqual([[part.vodUuid]]);
  } finally {
    await all.stop();
  }
});
