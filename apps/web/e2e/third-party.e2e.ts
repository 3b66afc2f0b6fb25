import { expect, recordingTest as test } from './testing/test.js';
import { expectWholeRecording } from './testing/whole-recording.js';

for (const name of ['ffmpeg-ts', 'ffmpeg-fmp4', 'nginx-rtmp']) {
  test(`a stream of ${name}, which is not ours, is recorded with every frame and its sound`, async ({
    open,
    recordings,
    folder,
  }) => {
    const source = recordings.thirdParty.find((one) => one.name === name)!;
    await source.ended;
    const vod = await open.api.finished(name);
    expect(vod.parts).toHaveLength(1);
    expect(vod.gaps).toEqual([]);
    await expectWholeRecording(vod, source.log(), { api: open.api, folder });
  });
}
