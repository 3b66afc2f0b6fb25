import { describe, expect, it } from '@jest/globals';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { videoMark } from '../../persistence/entities/stream-id.js';
import { type VodDownload } from '../../persistence/entities/vod-download.js';
import { matchedVideoOf } from './matched-video.js';

const WHOLE_VIDEO = { fromMs: 0, toMs: null };
const downloadOf = (videoId: string): VodDownload => ({
  state: 'done',
  reason: null,
  jobName: '',
  attempt: '',
  partId: '',
  videoId,
});
const matched = (id: string | null) => ({ ...UNKNOWN_SITE_VOD, id });

describe('the stretch of a video whose copy or chat is downloaded', () => {
  it('is the stretch of the VOD', () => {
    expect(
      matchedVideoOf({
        siteVod: matched('801'),
        streamId: `4000${videoMark('801')}_10-20`,
        download: downloadOf('801'),
      }),
    ).toEqual({ videoId: '801', fromMs: 10_000, toMs: 20_000 });
  });

  it('is the whole video if the VOD was matched with another one', () => {
    expect(
      matchedVideoOf({
        siteVod: matched('802'),
        streamId: `4000${videoMark('801')}_10-20`,
        download: downloadOf('801'),
      }),
    ).toEqual({ videoId: '802', ...WHOLE_VIDEO });
  });

  it('is the whole video for a recording and for a VOD of the whole video', () => {
    expect(matchedVideoOf({ siteVod: matched('801'), streamId: '4000', download: null })).toEqual({
      videoId: '801',
      ...WHOLE_VIDEO,
    });
    expect(
      matchedVideoOf({ siteVod: matched('801'), streamId: `4000${videoMark('801')}`, download: downloadOf('801') }),
    ).toEqual({ videoId: '801', ...WHOLE_VIDEO });
  });

  it.each([[null], [matched(null)], [matched('')]])('does not exist without a match: %j', (siteVod) => {
    expect(() =>
      matchedVideoOf({ siteVod, streamId: `4000${videoMark('801')}_10-20`, download: downloadOf('801') }),
    ).toThrow(/match this VOD/);
  });
});
