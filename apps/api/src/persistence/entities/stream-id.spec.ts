import { describe, expect, it } from '@jest/globals';
import { broadcastOf, numberedStreamId, stretchOf, stretchText, videoMark } from './stream-id.js';

const downloaded = (videoId: string, text: string) => ({
  streamId: `4000${videoMark(videoId)}${text}`,
  download: { videoId },
});

describe('the stretch of a video in a stream id', () => {
  it.each([
    [{ fromMs: 0, toMs: null }, ''],
    [{ fromMs: 10_000, toMs: 30_500 }, '_10-30.5'],
    [{ fromMs: 10_000, toMs: null }, '_10-'],
    [{ fromMs: 0, toMs: 1 }, '_0-0.001'],
  ])('is written for %j as "%s", and read back', (stretch, text) => {
    expect(stretchText(stretch)).toBe(text);
    expect(stretchOf(downloaded('801', text))).toEqual(stretch);
    expect(stretchOf(downloaded('v_1-2', text))).toEqual(stretch);
  });

  it('and the broadcast can still be read after a scan has added a number', () => {
    const vod = downloaded('801', '_10-20');
    const streamId = numberedStreamId(vod.streamId, 2);
    expect(stretchOf({ ...vod, streamId })).toEqual({ fromMs: 10_000, toMs: 20_000 });
    expect(broadcastOf(streamId)).toBe('4000');
  });

  it('is the whole broadcast for a recording', () => {
    expect(stretchOf({ streamId: numberedStreamId('4000', 2), download: null })).toEqual({ fromMs: 0, toMs: null });
  });
});
