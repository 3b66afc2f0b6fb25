import { describe, expect, it } from '@jest/globals';
import { readPastUrl } from './read-past-url.js';

const video = (id: string, fromMs?: number) => ({
  kind: 'video',
  id,
  part: fromMs === undefined ? null : { fromMs, toMs: null },
});
const clip = (id: string) => ({ kind: 'clip', id });
const SLUG = 'ConfidentBraveHumanChefFrank';

describe('a pasted address of the past', () => {
  it.each([
    ['https://www.twitch.tv/videos/2000000001', video('2000000001')],
    ['twitch.tv/videos/2000000001/', video('2000000001')],
    ['https://m.twitch.tv/videos/1?filter=all', video('1')],
    ['2000000001', video('2000000001')],
    ['v2000000001', video('2000000001')],
    ['https://www.twitch.tv/harbour/v/6528877', video('6528877')],
    ['https://go.twitch.tv/harbour/video/6528877', video('6528877')],
    ['https://player.twitch.tv/?video=v6528877&parent=x', video('6528877')],
    ['https://www.twitch.tv/harbour/schedule?vodID=55', video('55')],
    ['https://www.twitch.tv/videos/7?t=1h2m3s', video('7', 3_723_000)],
    ['https://www.twitch.tv/videos/7?t=90', video('7', 90_000)],
    ['https://www.twitch.tv/videos/7?t=62m', video('7', 3_720_000)],
    ['https://www.twitch.tv/videos/7#t=5s', video('7', 5000)],
    ['https://www.twitch.tv/videos/7?t=soon', video('7')],
    ['<https://www.twitch.tv/videos/7>', video('7')],
    [`https://clips.twitch.tv/${SLUG}`, clip(SLUG)],
    [`https://clips.twitch.tv/embed?clip=${SLUG}&parent=x`, clip(SLUG)],
    [`https://www.twitch.tv/harbour/clip/${SLUG}-abcDEF_123456789?x=1`, clip(`${SLUG}-abcDEF_123456789`)],
    [`https://m.twitch.tv/clip/${SLUG}`, clip(SLUG)],
    [SLUG, clip(SLUG)],
    [`https://www.twitch.tv/harbour?clip=${SLUG}`, clip(SLUG)],
    [`https://m.twitch.tv/harbour/?clip=${SLUG}&x=1`, clip(SLUG)],
  ])('%s', (pasted, expected) => {
    expect(readPastUrl(pasted)).toEqual(expected);
  });

  it.each([
    '',
    'harbour',
    'https://www.twitch.tv/harbour',
    'https://www.twitch.tv/harbour/videos',
    'https://www.twitch.tv/harbour?clip=',
    'https://www.twitch.tv/harbour?clip=a%2Fb',
    'https://example.org/videos/7',
    'https://www.twitch.tv/videos/abc',
    'https://clips.twitch.tv/',
    'ftp://twitch.tv/videos/7',
    'https://www.twitch.tv/videos/../../7',
    'https://clips.twitch.tv/a%00b',
    '9'.repeat(40),
  ])('refuses %j on the field', (pasted) => {
    expect(() => readPastUrl(pasted)).toThrow(
      expect.objectContaining({
        code: 'not-a-video',
        fault: 'user',
        fields: [expect.objectContaining({ path: 'url' })],
      }),
    );
  });
});
