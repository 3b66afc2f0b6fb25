import { expect, it } from '@jest/globals';
import { madeAac } from '#libs/testkit';
import { id3Bytes, packedAudioOf } from './packed-audio.js';

const FRAMES = {
  aac: [0xff, 0xf1, 0x4c, 0x80],
  mp3: [0xff, 0xfb, 0x94, 0xc4],
  ac3: [0x0b, 0x77, 0xcf, 0xb6, 0x10, 0x40],
  eac3: [0x0b, 0x77, 0x00, 0xff, 0x32, 0x87],
} as const;
const aac = madeAac({ ptsMs: 7000 });
const tag = aac.subarray(0, id3Bytes(aac));

it.each(Object.entries(FRAMES))(
  'sources-25 recognises %s by its sync word, also after an ID3 tag',
  (container, frame) => {
    expect(packedAudioOf(Buffer.from(frame))).toEqual({ container, firstPtsMs: null });
    expect(packedAudioOf(Buffer.concat([tag, Buffer.from(frame)]))).toEqual({ container, firstPtsMs: 7000 });
  },
);

it.each([
  ['text in UTF-16', [0xff, 0xfe, 0x3c, 0x00]],
  ['a reserved bit rate', [0xff, 0xfb, 0xf4, 0xc4]],
  ['an unknown bit stream', [0x0b, 0x77, 0, 0, 0, 0xff]],
  ['half a sync word', [0x0b]],
])('sources-25 does not take %s for audio', (_name, bytes) => {
  expect(packedAudioOf(Buffer.from(bytes))).toBeNull();
});
