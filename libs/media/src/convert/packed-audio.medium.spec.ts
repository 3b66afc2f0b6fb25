import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { madeAac } from '#libs/testkit';
import { id3Bytes } from '../inspect/packed-audio.js';
import { probeFile } from '../probe/probe-file.js';
import { OddMedia } from './odd-media.fixture.js';

jest.setTimeout(120_000);

let odd: OddMedia;
beforeAll(async () => {
  odd = await OddMedia.open();
});
afterAll(() => odd[Symbol.asyncDispose]());

/** Three segments of 2 s of one tone. */
function segmentsOf(kind: string, encoder: string): string[] {
  const dir = odd.path('');
  execFileSync('mkdir', ['-p', dir]);
  const input = ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=6', '-c:a', encoder];
  const bare = kind === 'mp3' ? ['-segment_format_options', 'write_xing=0:id3v2_version=0'] : [];
  const out = ['-f', 'segment', '-segment_time', '2', '-segment_format', kind, ...bare, path.join(dir, `%d.${kind}`)];
  execFileSync('ffmpeg', [...input, ...out]);
  return readdirSync(dir)
    .sort()
    .map((name) => path.join(dir, name));
}

function withTags(segments: readonly string[]): string[] {
  const tagged = madeAac({ ptsMs: 7000 });
  return segments.map((segment) => {
    const out = `${segment}.tagged`;
    writeFileSync(out, Buffer.concat([tagged.subarray(0, id3Bytes(tagged)), readFileSync(segment)]));
    return out;
  });
}

describe.each([
  ['mp3', 'libmp3lame'],
  ['ac3', 'ac3'],
  ['eac3', 'eac3'],
] as const)('packed %s', (kind, encoder) => {
  it('sources-25 is a file as long as its audio, with an ID3 tag in each segment or without', async () => {
    const bare = segmentsOf(kind, encoder);
    for (const segments of [bare, withTags(bare)]) {
      const [made] = await odd.convert([odd.run(segments, { container: kind })], 'm4a');
      const { trackMs } = await probeFile({ file: made?.file ?? '', signal: odd.signal });
      expect(Math.abs(trackMs - 6000)).toBeLessThan(35);
      const decoded = execFileSync('ffmpeg', ['-v', 'error', '-xerror', '-i', made?.file ?? '', '-f', 's16le', '-']);
      expect(Math.abs(decoded.length / (2 * 48_000) - 6)).toBeLessThan(0.04);
    }
  });
});
