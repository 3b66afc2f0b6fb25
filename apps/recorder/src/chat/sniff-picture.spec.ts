import { describe, expect, it } from '@jest/globals';
import { sniffPicture } from './sniff-picture.js';

const chunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, data.length]), Buffer.from(type), data, Buffer.alloc(4)]);
const png = (...extra: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from([0, 0, 0, 28, 0, 0, 0, 32, 8, 6, 0, 0, 0])),
    ...extra,
    chunk('IDAT', Buffer.alloc(4)),
  ]);
const gif = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([56, 0, 57, 0, 0, 0, 0]),
    ...Array.from({ length: frames }, () => Buffer.from('21f904000a0000002c', 'hex')),
  ]);
const webp = (kind: string, body: string): Buffer =>
  Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.alloc(4),
    Buffer.from(`WEBP${kind}`),
    Buffer.alloc(4),
    Buffer.from(body, 'hex'),
    Buffer.alloc(16),
  ]);
const avif = (brand: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    Buffer.from(`ftyp${brand}`),
    Buffer.alloc(4),
    Buffer.from([0, 0, 0, 20]),
    Buffer.from('ispe'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 96, 0, 0, 0, 64]),
  ]);

describe('sniffPicture', () => {
  it.each([
    ['png', png(), { ext: 'png', width: 28, height: 32, animated: false }],
    ['animated png', png(chunk('acTL', Buffer.alloc(8))), { ext: 'png', width: 28, height: 32, animated: true }],
    ['gif', gif(1), { ext: 'gif', width: 56, height: 57, animated: false }],
    ['animated gif', gif(3), { ext: 'gif', width: 56, height: 57, animated: true }],
    [
      'webp with frames',
      webp('VP8X', '02000000' + '6f0000' + '370000'),
      { ext: 'webp', width: 112, height: 56, animated: true },
    ],
    ['lossless webp', webp('VP8L', '2f' + '1bc00600'), { ext: 'webp', width: 28, height: 28, animated: false }],
    ['lossy webp', webp('VP8 ', '0000009d012a' + '1c001d00'), { ext: 'webp', width: 28, height: 29, animated: false }],
    ['avif', avif('avif'), { ext: 'avif', width: 96, height: 64, animated: false }],
    ['avif sequence', avif('avis'), { ext: 'avif', width: 96, height: 64, animated: true }],
  ])('reads size and type of %s', (_name, bytes, info) => {
    expect(sniffPicture(bytes)).toEqual({ ...info, contentType: `image/${info.ext}` });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><title>Not found</title>')],
    ['a torn png', png().subarray(0, 20)],
    ['a gif without a size', Buffer.from('GIF89a\0\0\0\0\0\0\0')],
  ])('does not recognise %s as an image', (_name, bytes) => {
    expect(sniffPicture(bytes)).toBeNull();
  });
});
