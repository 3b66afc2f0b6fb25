import { expect, it } from '@jest/globals';
import { type ContainerArgs, containerArgs } from './container-args.js';

const args = (over: Partial<ContainerArgs> = {}): string =>
  containerArgs({
    listUrl: 'http://l',
    chaptersUrl: null,
    outPath: '/o',
    container: 'mp4',
    videoCodec: 'h264',
    audioCodecs: ['aac'],
    joins: false,
    lengthSeconds: 60,
    ...over,
  }).join(' ');

it('is this for one run of TS', () => {
  expect(args()).toBe(
    '-protocol_whitelist http,tcp -format_whitelist concat,mov,matroska,mpegts,mpeg,flv,avi,asf,mxf,ogg,wav,w64,aiff,mp3,aac,ac3,eac3,flac,h264,hevc -f concat -safe 0 -i http://l -map 0:v:0 -map 0:a? -map_metadata:g -1 -map_chapters -1 -c copy -copyinkf -bsf:a:0 aac_adtstoasc -movflags +faststart -f mp4 -y /o',
  );
});

// The second pass of faststart holds the whole index in memory.
it('S28 leaves the index of more than 8 hours at the end', () => {
  expect(args({ lengthSeconds: 8 * 3600 })).toContain('+faststart');
  expect(args({ lengthSeconds: 8 * 3600 + 1 })).not.toContain('faststart');
  expect(args({ container: 'mkv' })).not.toContain('faststart');
});

it('filters AAC only as AAC, and drops laps only at joins', () => {
  expect(args({ audioCodecs: ['mp3', 'aac'] })).toContain('-bsf:a:1 aac_adtstoasc');
  expect(args({ audioCodecs: ['mp3'] })).not.toContain('-bsf');
  expect(args({ joins: true })).toMatch(/-bsf:a:0 setts=\S+,noise=amount=0:drop=\S+,aac_adtstoasc/);
});

it('marks HEVC for Apple players, in mp4 only', () => {
  expect(args({ videoCodec: 'hevc' })).toContain('-tag:v hvc1');
  expect(args({ videoCodec: 'hevc', container: 'mkv' })).not.toContain('-tag:v');
});
