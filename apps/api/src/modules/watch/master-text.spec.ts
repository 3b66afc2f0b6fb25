import { expect, it } from '@jest/globals';
import { parseMasterPlaylist } from '#libs/media';
import { type PlacedSegment } from '#libs/domain';
import { masterText } from './master-text.js';
import { partInKeys, PlaylistText } from './playlist-text.js';

const PART = '01JD0000000000000000000000';
const EN = { id: 'a00000001', name: 'English "stereo"', language: 'en', isDefault: false };

it('sources-16 names the video and each audio track, with a default', () => {
  const text = masterText([EN, { ...EN, id: 'a00000002', name: '', language: '' }], 5);
  const [variant, ...others] = parseMasterPlaylist(text, 'http://h/vod/u/index.m3u8').variants;
  expect(others).toEqual([]);
  expect(variant).toMatchObject({ url: 'http://h/vod/u/r/video.m3u8', bandwidth: 5, separateAudio: true });
  expect(variant!.audio.map(({ name, language, isDefault, url }) => [name, language, isDefault, url])).toEqual([
    ["English 'stereo'", 'en', true, 'http://h/vod/u/r/a00000001.m3u8'],
    ['a00000002', '', false, 'http://h/vod/u/r/a00000002.m3u8'],
  ]);
});

it('sources-16 gives segments of audio addresses that lead to their keys', () => {
  const text = new PlaylistText(2000, { rendition: EN.id });
  const s: PlacedSegment = {
    ...{ epoch: 0, seq: 0, ptsMs: 0, durMs: 2000, bytes: 1, pdtMs: null, crc: '00000000', ext: 'm4s' },
    name: 'n.m4s',
    partId: PART,
  };
  const init = { epoch: 0, cause: 'start', startAt: 0, firstPtsMs: 0, initCrc: 'aaaaaaaa', container: 'fmp4' } as const;
  text.append(s, init);
  const list = text.render({ ended: true, delta: false });
  expect(list).toContain(`#EXT-X-MAP:URI="../i/${PART}-${EN.id}/aaaaaaaa.init"\n`);
  expect(list).toContain(`\n../s/${PART}-${EN.id}/n.m4s\n`);
  expect(partInKeys(`${PART}-${EN.id}`)).toBe(`${PART}/r/${EN.id}`);
  expect(partInKeys(PART)).toBe(PART);
});
