import { expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSegmentName, segmentName, type SegmentExt } from '#libs/contracts';
import { type EpochInfo } from '#libs/domain';
import { PlaylistText } from './playlist-text.js';

jest.setTimeout(60_000);

const PART = '01JDTEST0000000000000000AA';

it.each([
  ['mp3', 'libmp3lame'],
  ['ac3', 'ac3'],
  ['eac3', 'eac3'],
] as const)('sources-25 ffmpeg plays the playlist of packed %s', (ext, encoder) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'packed-'));
  try {
    const text = playlistOf(dir, ext, encoder);
    writeFileSync(path.join(dir, 'index.m3u8'), text);
    const pcm = execFileSync('ffmpeg', ['-v', 'error', '-i', path.join(dir, 'index.m3u8'), '-f', 's16le', '-']);
    expect(Math.abs(pcm.length / (2 * 48_000) - 6)).toBeLessThan(0.06);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

function playlistOf(dir: string, ext: SegmentExt & EpochInfo['container'], encoder: string): string {
  const folder = path.join(dir, 's', PART);
  mkdirSync(folder, { recursive: true });
  const input = ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=6', '-c:a', encoder];
  const bare = ext === 'mp3' ? ['-segment_format_options', 'write_xing=0:id3v2_version=0'] : [];
  execFileSync('ffmpeg', [...input, '-f', 'segment', '-segment_time', '2', ...bare, path.join(folder, `%d.${ext}`)]);
  const text = new PlaylistText(2000);
  const epoch = { epoch: 0, cause: 'start', startAt: 0, firstPtsMs: 0, initCrc: null, container: ext } as const;
  for (const [seq, file] of readdirSync(folder).sort().entries()) {
    const { size } = statSync(path.join(folder, file));
    const info = { epoch: 0, seq, ptsMs: seq * 2000, durMs: 2000, bytes: size, pdtMs: null, crc: '00000000', ext };
    const name = segmentName(info);
    expect(parseSegmentName(name)).toEqual(info);
    renameSync(path.join(folder, file), path.join(folder, name));
    text.append({ ...info, name, partId: PART }, epoch);
  }
  return text.render({ ended: true, delta: false });
}
