import { describe, expect, it } from '@jest/globals';
import { type ContainerArgs, containerArgs, ffconcat, chapterMetadata } from './write-container.js';
import { type MeasuredRun } from './measure-runs.js';

const H264 = { index: 0, type: 'video', codec: 'h264' } as const;
const HEVC = { ...H264, codec: 'hevc' };
const trackOf = (index: number, codec: string): ContainerArgs['tracks'][number] => ({ index, type: 'audio', codec });

describe('container args', () => {
  const args = (over: Partial<ContainerArgs> = {}): string =>
    containerArgs({
      listUrl: 'http://l',
      chaptersUrl: null,
      outPath: '/o',
      container: 'mp4',
      tracks: [H264, trackOf(1, 'aac')],
      joins: false,
      lengthSeconds: 60,
      ...over,
    }).join(' ');

  it('is this for one run of TS', () => {
    expect(args()).toBe(
      '-protocol_whitelist http,tcp -format_whitelist concat,mov,matroska,mpegts,mpeg,flv,avi,asf,mxf,ogg,wav,w64,aiff,mp3,aac,ac3,eac3,flac,h264,hevc -f concat -safe 0 -i http://l -map 0:0 -map 0:1 -map_metadata:g -1 -map_chapters -1 -c copy -copyinkf -bsf:a:0 aac_adtstoasc -strict experimental -movflags +faststart -f mp4 -y /o',
    );
  });

  it('never sleeps beside the input of the chapters', () => {
    expect(args({ chaptersUrl: 'http://c' })).toMatch(/-thread_queue_size 0 -seekable 1 -f concat .*-i http:\/\/c /);
  });

  // The second pass of faststart holds the whole index in memory.
  it('W28 leaves the index of more than 8 hours at the end', () => {
    expect(args({ lengthSeconds: 8 * 3600 })).toContain('+faststart');
    expect(args({ lengthSeconds: 8 * 3600 + 1 })).not.toContain('faststart');
    expect(args({ container: 'mkv' })).not.toContain('faststart');
  });

  it('filters AAC only as AAC, and drops laps only at joins', () => {
    expect(args({ tracks: [H264, trackOf(1, 'mp3'), trackOf(2, 'aac')] })).toContain('-bsf:a:1 aac_adtstoasc');
    expect(args({ tracks: [H264, trackOf(1, 'mp3')] })).not.toContain('-bsf');
    expect(args({ joins: true })).toMatch(/-bsf:a:0 setts=\S+,noise=amount=0:drop=\S+,aac_adtstoasc/);
  });

  it('marks HEVC for Apple players, in mp4 only', () => {
    expect(args({ tracks: [HEVC] })).toContain('-tag:v hvc1');
    expect(args({ tracks: [HEVC], container: 'mkv' })).not.toContain('-tag:v');
  });
});

describe('ffconcat', () => {
  const run = (spanSeconds: number, leadSeconds: number): MeasuredRun =>
    ({ spanSeconds, leadSeconds, frameSeconds: 1 / 30 }) as MeasuredRun;
  const durations = (runs: readonly MeasuredRun[]): number[] =>
    [
      ...ffconcat(
        runs,
        runs.map(() => 'u'),
      ).matchAll(/^duration (.*)$/gm),
    ].map((m) => Number(m[1]));

  it('names each run and how long it is', () => {
    expect(ffconcat([run(10, 0), run(2.5, 0)], ['http://a/0.ts', 'http://a/1.ts'])).toBe(
      "ffconcat version 1.0\nfile 'http://a/0.ts'\nduration 10.000000\nfile 'http://a/1.ts'\nduration 2.500000\n",
    );
  });

  it('sources-17 opens a run with all tracks first, without a packet of it', () => {
    expect(ffconcat([run(10, 0)], ['http://a/0.ts'], 'http://a/1.ts')).toContain(
      "ffconcat version 1.0\nfile 'http://a/1.ts'\noption probesize 500000000\noption analyzeduration 600000000\noutpoint -100000\nduration 0.000001\nfile 'http://a/0.ts'\n",
    );
  });

  it('starts the picture of each run where the one before ends, whatever its audio does', () => {
    const runs = [run(10, 0.02), run(5, 0.05), run(5, 0)];
    const [first = 0, second = 0] = durations(runs);
    expect(first + 0.05).toBeCloseTo(10 + 0.02, 6);
    expect(first + second + 0).toBeCloseTo(15 + 0.02, 6);
  });

  it('does not let the rounding of a thousand runs add up', () => {
    const runs = Array.from({ length: 1000 }, () => run(1001 / 30_000, 0));
    expect(durations(runs).reduce((a, b) => a + b, 0)).toBeCloseTo(1001 / 30, 5);
  });
});

describe('chapters', () => {
  const times = (text: string | null): string[] =>
    [...(text ?? '').matchAll(/^(?:START|END|title)=(.*)$/gm)].map((m) => m[1] ?? '');

  it('lasts each chapter until the next, the last to the end', () => {
    expect(
      times(
        chapterMetadata(
          [
            { offsetMs: 0, title: 'A' },
            { offsetMs: 1500, title: 'B' },
          ],
          { startMs: 0, endMs: 4000 },
        ),
      ),
    ).toEqual(['0', '1500', 'A', '1500', '4000', 'B']);
  });

  it('cuts chapters to the file, and counts from its start', () => {
    const marks = [
      { offsetMs: 0, title: 'before' },
      { offsetMs: 5000, title: 'over the start' },
      { offsetMs: 12_000, title: 'inside' },
      { offsetMs: 30_000, title: 'after' },
    ];
    expect(times(chapterMetadata(marks, { startMs: 10_000, endMs: 20_000 }))).toEqual([
      '0',
      '2000',
      'over the start',
      '2000',
      '10000',
      'inside',
    ]);
  });

  it('escapes what the format gives a meaning', () => {
    expect(chapterMetadata([{ offsetMs: 0, title: 'a=b;c#d\\e\nf' }], { startMs: 0, endMs: 1 })).toContain(
      'title=a\\=b\\;c\\#d\\\\e\\\nf',
    );
  });

  it('says null when there is nothing to write', () => {
    expect(chapterMetadata([], { startMs: 0, endMs: 1000 })).toBeNull();
    expect(chapterMetadata([{ offsetMs: 2000, title: 'later' }], { startMs: 0, endMs: 1000 })).toBeNull();
  });
});
