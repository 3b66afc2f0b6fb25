import { expect, it, jest } from '@jest/globals';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';
import { PartReader } from '../vods/part-reader.js';

jest.setTimeout(120_000);

/** To build a timeline the API lists every segment, which takes seconds for a day of them. */
it('builds the timeline of an ended VOD once, for its end time, its file and its chat file', async () => {
  const testApp = await TwitchTestApp.open({
    channels: [onTwitch('once', '78000002')],
    settings: { 'capture.grace_site_s': 0.2 },
  });
  try {
    const { uuid } = await testApp.follow('once', { live_chat: true });
    testApp.act('once', { do: 'start' });
    const part = await testApp.recorded(uuid);
    const timelineOf = jest.spyOn(testApp.app.nest.get(PartReader, { strict: false }), 'timelineOf');
    testApp.act('once', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    await testApp.vodThat(
      uuid,
      (v) => v.state === 'converting' && v.chat?.state === 'queued',
      'the requests for its file and its chat file',
    );
    expect(timelineOf.mock.calls).toEqual([[part.vodUuid]]);
  } finally {
    await testApp.stop();
  }
});
