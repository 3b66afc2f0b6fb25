import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OutsideError } from '#libs/errors';
import { absolute, PlaylistError, playlistKind } from './playlist-syntax.js';
import { parseMasterPlaylist } from './parse-master.js';
import { parseMediaPlaylist, parseMediaPlaylistAsync } from './parse-media.js';
import { NO_VARIABLES } from './variables.js';

const BASE = 'http://h/live/index.m3u8';
const parse = (...lines: readonly string[]) => parseMediaPlaylist(['#EXTM3U', ...lines].join('\n'), BASE);
const fault = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error instanceof PlaylistError ? error.what : error;
  }
  return 'nothing';
};

describe('parseMediaPlaylist', () => {
  it('reads a BOM, CRLF, numbers, titles and the end', () => {
    const list = parseMediaPlaylist(
      '\uFEFF#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXT-X-MEDIA-SEQUENCE:412\r\n#EXT-X-DISCONTINUITY-SEQUENCE:3\r\n#EXTINF:2.002,live, really\r\na.ts\r\n\r\n# a comment\r\n#EXT-X-UNKNOWN:1\r\n#EXTINF:2\r\nb.ts\r\n#EXT-X-ENDLIST\r\n',
      BASE,
    );
    expect(list).toMatchObject({
      targetMs: 6000,
      mediaSequence: 412,
      discontinuitySequence: 3,
      ended: true,
      type: null,
    });
    expect(list.segments.map((s) => [s.seq, s.uri, s.durMs, s.title])).toEqual([
      [412, 'a.ts', 2002, 'live, really'],
      [413, 'b.ts', 2000, ''],
    ]);
  });

  it.each(['1960-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '1970-01-01T00:00:01Z'])(
    'has no programme date-time that the name of a segment cannot hold: %s',
    (date) => {
      const { segments } = parse('#EXTINF:2,', 'a', `#EXT-X-PROGRAM-DATE-TIME:${date}`, '#EXTINF:2,', 'b');
      const dates = segments.map(({ pdtMs }) => pdtMs);
      expect(dates).toEqual(date.startsWith('1970') ? [null, 1000] : [null, null]);
    },
  );

  it('carries programme date-time on and back, but not over a discontinuity', () => {
    const list = parse(
      '#EXTINF:2,',
      'a',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10.500Z',
      '#EXTINF:3,',
      'b',
      '#EXTINF:2,',
      'c',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:2,',
      'd',
    );
    expect(list.segments.map((s) => (s.pdtMs === null ? null : new Date(s.pdtMs).toISOString().slice(17, 23)))).toEqual(
      ['08.500', '10.500', '13.500', null],
    );
    expect(list.segments.map((s) => s.discontinuity)).toEqual([false, false, false, true]);
  });

  it('goes on with a byte range, starts one of another resource at 0, and keeps the range of MAP to itself', () => {
    const list = parse(
      '#EXT-X-MAP:URI="m.mp4",BYTERANGE="700@0"',
      '#EXT-X-BYTERANGE:100@700',
      '#EXTINF:2,',
      'm.mp4',
      '#EXT-X-BYTERANGE:50',
      '#EXTINF:2,',
      'm.mp4',
      '#EXT-X-BYTERANGE:20',
      '#EXTINF:2,',
      'n.mp4',
      '#EXTINF:2,',
      'whole.mp4',
    );
    expect(list.segments.map((s) => s.range)).toEqual([
      { offset: 700, length: 100 },
      { offset: 800, length: 50 },
      { offset: 0, length: 20 },
      null,
    ]);
    expect(list.segments[3]?.map).toMatchObject({ uri: 'm.mp4', range: { offset: 0, length: 700 } });
  });

  it('takes 0 where MAP names a length only', () => {
    expect(parse('#EXT-X-MAP:URI="m",BYTERANGE="9"', '#EXTINF:1,', 'a').segments[0]?.map?.range).toEqual({
      offset: 0,
      length: 9,
    });
  });

  it('rotates keys, ends them with NONE, and knows which one was in force before MAP', () => {
    const list = parse(
      '#EXT-X-MAP:URI="clear"',
      '#EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0xFf',
      '#EXTINF:1,',
      'a',
      '#EXT-X-KEY:METHOD=AES-128,URI="k2"',
      '#EXT-X-MAP:URI="locked"',
      '#EXTINF:1,',
      'b',
      '#EXT-X-KEY:METHOD=NONE',
      '#EXTINF:1,',
      'c',
    );
    expect(list.segments.map((s) => s.key?.uri ?? null)).toEqual(['k1', 'k2', null]);
    expect(list.segments[0]?.key?.iv).toEqual(Buffer.from('000000000000000000000000000000ff', 'hex'));
    expect(list.segments[1]?.key?.iv).toBeNull();
    expect(list.segments.map((s) => s.map?.key?.uri ?? null)).toEqual([null, 'k2', 'k2']);
  });

  it('prefers a key that it can use over one of another format beside it', () => {
    const other = '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"';
    expect(parse('#EXT-X-KEY:METHOD=AES-128,URI="k"', other, '#EXTINF:1,', 'a').segments[0]?.key?.method).toBe(
      'AES-128',
    );
    expect(parse(other, '#EXTINF:1,', 'a').segments[0]?.key).toMatchObject({
      method: 'unsupported',
      name: 'SAMPLE-AES (com.apple.streamingkeydelivery)',
    });
  });

  it('reads date ranges with commas in quotes', () => {
    const [range] = parse(
      '#EXT-X-DATERANGE:ID="ad-1",CLASS="twitch-stitched-ad",START-DATE="2026-01-01T00:00:00Z",DURATION=30.5,X-TEXT="a,b=c"',
      '#EXTINF:1,',
      'a',
    ).dateRanges;
    expect(range).toMatchObject({
      id: 'ad-1',
      className: 'twitch-stitched-ad',
      durMs: 30_500,
      startAt: Date.UTC(2026, 0, 1),
    });
    expect(range?.attributes.get('X-TEXT')).toBe('a,b=c');
  });

  it('reads GAP, the type, and leaves low-latency parts alone', () => {
    const list = parse(
      '#EXT-X-PLAYLIST-TYPE:EVENT',
      '#EXT-X-PART-INF:PART-TARGET=0.3',
      '#EXT-X-GAP',
      '#EXTINF:2,',
      'a',
      '#EXTINF:2,',
      'b',
      '#EXT-X-PART:DURATION=0.3,URI="p1"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p2"',
    );
    expect(list.type).toBe('event');
    expect(list.segments.map((s) => s.gap)).toEqual([true, false]);
  });

  it('replaces variables that are defined, imported, or in its own address', () => {
    const text =
      '#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="x"\n#EXT-X-DEFINE:IMPORT="b"\n#EXT-X-DEFINE:QUERYPARAM="q"\n#EXTINF:1,\n{$a}/{$b}/{$q}.ts\n';
    expect(parseMediaPlaylist(text, `${BASE}?q=z`, new Map([['b', 'y']])).segments[0]?.uri).toBe('x/y/z.ts');
  });

  it('leaves what looks like a variable alone where nothing is defined', () => {
    expect(parse('#EXTINF:1,', 'a{$b}.ts').segments[0]?.uri).toBe('a{$b}.ts');
  });

  it('keeps a plus sign of its address, because tokens in Base64 have it', () => {
    const text = '#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="t"\n#EXTINF:2,\na.ts?t={$t}\n';
    expect(parseMediaPlaylist(text, 'http://h/x.m3u8?t=a+b%2Fc').segments[0]?.uri).toBe('a.ts?t=a+b/c');
  });

  it.each([
    ['blank lines before its first line', '\r\n \n#EXTM3U\n#EXTINF:2,\na.ts\n'],
    ['attributes in its first line', '#EXTM3U url-tvg="x" m3u-autoupdate=1\n#EXTINF:2,\na.ts\n'],
    ['CR as its only line end', '#EXTM3U\r#EXT-X-TARGETDURATION:0\r#EXTINF:2,\ra.ts\r'],
  ])('reads a list with %s', (_what, text) => {
    expect(parseMediaPlaylist(text, 'http://h/x.m3u8')).toMatchObject({ targetMs: 2000, segments: [{ uri: 'a.ts' }] });
  });

  it('integrity-12 refuses a list of too many lines, and a line that is too long', () => {
    for (const text of [`#EXTM3U\n${'a\n'.repeat(600_000)}`, `#EXTM3U\n#EXT-X-KEY:${'A=,'.repeat(100_000)}`])
      expect(() => parseMediaPlaylist(text, 'http://h/x.m3u8')).toThrow(
        expect.objectContaining({ what: 'playlist-too-large' }),
      );
  });

  it('integrity-12 lets other work run while it parses a list of a day', async () => {
    const text = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${'#EXTINF:2,\nsegment-of-a-day.ts\n'.repeat(43_200)}`;
    let turns = 0;
    let next: NodeJS.Immediate;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    next = setImmediate(turn);
    const list = await parseMediaPlaylistAsync(text, 'http://h/x.m3u8', NO_VARIABLES);
    clearImmediate(next);
    expect(list).toEqual(parseMediaPlaylist(text, 'http://h/x.m3u8'));
    expect([list.segments.length, turns > 4]).toEqual([43_200, true]);
  });

  it('integrity-11 refuses variables that multiply', () => {
    const value = 'x'.repeat(100_000);
    const text = (references: string): string =>
      `#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="${value}"\n#EXTINF:1,\ns.ts?${references}\n`;
    expect(parseMediaPlaylist(text('{$a}{$a}'), 'http://h/x.m3u8').segments[0]?.uri).toHaveLength(200_005);
    expect(() => parseMediaPlaylist(text('{$a}'.repeat(4000)), 'http://h/x.m3u8')).toThrow(
      expect.objectContaining({ what: 'playlist-too-large' }),
    );
  });

  it.each([
    ['an overflow of 64 bits', '204963823041217.217'],
    ['the wrap of the clock', '95443.717'],
    ['a segment far longer than the others', '4000'],
  ])('sources-12 estimates the length of %s from the other segments', (_name, extinf) => {
    const list = parse('#EXT-X-TARGETDURATION:2', '#EXTINF:2,', 'a', `#EXTINF:${extinf},`, 'b', '#EXTINF:2,', 'c');
    expect(list.segments.map((s) => [s.durMs, s.badDuration])).toEqual([
      [2000, undefined],
      [2000, true],
      [2000, undefined],
    ]);
    expect(list.targetMs).toBe(2000);
  });

  it.each(['204963823041218', '95444', '3600'])('sources-12 waits do not depend on TARGETDURATION:%s', (target) => {
    expect(parse(`#EXT-X-TARGETDURATION:${target}`, '#EXTINF:2,', 'a', '#EXTINF:2,', 'b').targetMs).toBe(2000);
  });

  it('sources-12 keeps long segments if all are long', () => {
    const list = parse('#EXT-X-TARGETDURATION:7200', '#EXTINF:7200,', 'a');
    expect([list.targetMs, list.segments[0]?.durMs]).toEqual([7_200_000, 7_200_000]);
  });

  it('sources-11 waits for the longest segment if it exceeds TARGETDURATION', () => {
    expect(parse('#EXT-X-TARGETDURATION:1', '#EXTINF:6,', 'a', '#EXTINF:5.5,', 'b').targetMs).toBe(6000);
  });

  it('gets by without TARGETDURATION', () => {
    expect(parse('#EXTINF:3.2,', 'a').targetMs).toBe(4000);
    expect(parse().targetMs).toBe(6000);
  });

  it.each([
    ['not-hls', '<html>'],
    ['not-hls', ''],
    ['not-hls', '#EXTM3UX\n'],
    ['not-media', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n'],
    ['delta-playlist', '#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n'],
    ['bad-tag', '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:x\n'],
    ['bad-tag', '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:99999999999999999999\n#EXTINF:1,\na\n'],
    ['bad-tag', '#EXTM3U\n#EXT-X-MAP:BYTERANGE="1@0"\n'],
    ['bad-tag', '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128\n'],
    ['bad-tag', '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k",IV=12\n'],
    ['bad-byterange', '#EXTM3U\n#EXT-X-BYTERANGE:5\n#EXTINF:1,\na\n'],
    ['bad-byterange', '#EXTM3U\n#EXTINF:1,\na\n#EXT-X-BYTERANGE:5\n#EXTINF:1,\na\n'],
    ['bad-byterange', '#EXTM3U\n#EXT-X-BYTERANGE:0@1\n#EXTINF:1,\na\n'],
    ['undefined-variable', '#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="x"\n#EXTINF:1,\n{$b}\n'],
    ['undefined-variable', '#EXTM3U\n#EXT-X-DEFINE:IMPORT="a"\n'],
  ])('says %s about %j', (what, text) => {
    expect(fault(() => parseMediaPlaylist(text, BASE))).toBe(what);
  });

  it('is an outside fault', () => {
    expect(new PlaylistError(message('error.not-hls'))).toBeInstanceOf(OutsideError);
  });
});

it('reads a list with every tag that a site adds, and leaves out what is no segment', () => {
  const text = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:412
#EXT-X-START:TIME-OFFSET=0
#EXT-X-TWITCH-LIVE-SEQUENCE:1042
#EXT-X-TWITCH-ELAPSED-SECS:2078.000
#EXT-X-TWITCH-TOTAL-SECS:2108.133
#EXT-X-DATERANGE:ID="playlist-creation-1",CLASS="timestamp",START-DATE="2026-01-01T00:00:00.000Z",END-ON-NEXT=YES,X-SERVER-TIME="1767225600.12"
#EXT-X-DATERANGE:ID="stitched-ad-1-2",CLASS="twitch-stitched-ad",START-DATE="2026-01-01T00:00:02.123Z",DURATION=30.265,X-TV-TWITCH-AD-ROLL-TYPE="MIDROLL",X-TV-TWITCH-AD-URL="https://a/?x=1,2"
#EXT-X-DATERANGE:ID="broken",CLASS="timestamp",START-DATE="soon"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.123Z
#EXTINF:2.000,live
https://h/a.ts
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02.123Z
#EXTINF:2.002,Amazon|8812
https://h/b.ts
#EXT-X-TWITCH-PREFETCH:https://h/c.ts
#EXT-X-SOMETHING-NEW:A="x
#EXT-X-TWITCH-PREFETCH:https://h/d.ts
`;
  const { segments, dateRanges, mediaSequence } = parseMediaPlaylist(text, BASE);
  expect(segments.map(({ seq, title, pdtMs, discontinuity }) => [seq, title, pdtMs, discontinuity])).toEqual([
    [412, 'live', 1_767_225_600_123, false],
    [413, 'Amazon|8812', 1_767_225_602_123, true],
  ]);
  expect([mediaSequence, dateRanges.map(({ id, durMs }) => [id, durMs])]).toEqual([
    412,
    [
      ['playlist-creation-1', null],
      ['stitched-ad-1-2', 30_265],
    ],
  ]);
});

describe('parseMasterPlaylist', () => {
  const master = (...lines: readonly string[]) =>
    parseMasterPlaylist(['#EXTM3U', ...lines].join('\n'), 'http://h/m.m3u8').variants;

  it('reads a site of the first kind: names from EXT-X-MEDIA, source marked', () => {
    const [source, audio] = master(
      '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="chunked",NAME="1080p60 (source)",AUTOSELECT=YES,DEFAULT=YES',
      '#EXT-X-STREAM-INF:BANDWIDTH=6500000,RESOLUTION=1920x1080,CODECS="avc1.64002A,mp4a.40.2",VIDEO="chunked",FRAME-RATE=60.000',
      'a',
      '#EXT-X-STREAM-INF:BANDWIDTH=160000,CODECS="mp4a.40.2",NAME="Audio Only"',
      'b',
    );
    expect(source).toMatchObject({
      name: '1080p60',
      url: 'http://h/a',
      width: 1920,
      height: 1080,
      fps: 60,
      source: true,
      audioOnly: false,
      separateAudio: false,
      audio: [],
    });
    expect(audio).toMatchObject({ name: 'audio_only', audioOnly: true, height: null });
  });

  it('reads a site of the second kind: names and source as attributes of the row', () => {
    expect(
      master(
        '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,FRAME-RATE=60,STABLE-VARIANT-ID="720p60",IVS-NAME="720p60",IVS-VARIANT-SOURCE="source"',
        'a',
      )[0],
    ).toMatchObject({ name: '720p60', source: true });
  });

  it('reads the whole ladder of the second kind: source last, HEVC in fMP4, portrait copies, sound alone', () => {
    const row = (name: string, size: string, more: string): readonly string[] => [
      `#EXT-X-STREAM-INF:BANDWIDTH=3000000,${size === '' ? '' : `RESOLUTION=${size},FRAME-RATE=60,`}STABLE-VARIANT-ID="${name}",${more}`,
      `${name}.m3u8`,
    ];
    const variants = master(
      '#EXT-X-SESSION-DATA:DATA-ID="NODE",VALUE="x"',
      ...row(
        '720p60',
        '1280x720',
        'CODECS="avc1.4D401F,mp4a.40.2",IVS-NAME="720p60",IVS-VARIANT-SOURCE="transcode",IVS-GROUPS="landscape"',
      ),
      ...row(
        '1080p60-portrait',
        '1080x1920',
        'CODECS="avc1.4D401F,mp4a.40.2",IVS-NAME="1080p60",IVS-GROUPS="portrait"',
      ),
      ...row('audio_only', '', 'CODECS="mp4a.40.2",IVS-NAME="Audio Only"'),
      ...row(
        '1440p60',
        '2560x1440',
        'CODECS="hvc1.1.6.L153,mp4a.40.2",IVS-NAME="1440p60 HEVC",IVS-VARIANT-SOURCE="source",IVS-GROUPS="landscape,portrait"',
      ),
    );
    expect(variants.map((v) => [v.name, v.source, v.audioOnly])).toEqual([
      ['720p60', false, false],
      ['1080p60-portrait', false, false],
      ['audio_only', false, true],
      ['1440p60 HEVC', true, false],
    ]);
    expect(variants[3]).toMatchObject({ codecs: 'hvc1.1.6.L153,mp4a.40.2', aliases: ['1440p60 HEVC', '1440p60'] });
  });

  it("knows the broadcaster's own picture by the mark behind its name, whatever its group is called", () => {
    const [row] = master(
      '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="g1",NAME="1080p60 (source)"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,VIDEO="g1"',
      'a',
    );
    expect(row).toMatchObject({ name: '1080p60', source: true, aliases: ['1080p60 (source)', 'g1'] });
  });

  it.each([
    ['RESOLUTION=1280x720,FRAME-RATE=59.94', '720p60'],
    ['RESOLUTION=1280x720,FRAME-RATE=29.97', '720p'],
    ['RESOLUTION=640x360', '360p'],
    ['CODECS="avc1.4d401f,mp4a.40.2"', '1500k'],
  ])('names a row %s %s', (attributes, name) => {
    expect(master(`#EXT-X-STREAM-INF:BANDWIDTH=1500000,${attributes}`, 'a')[0]?.name).toBe(name);
  });

  it('tells sound that comes separately from sound that is inside', () => {
    const variants = master(
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="apart",NAME="en",URI="en.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="inside",NAME="en"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,AUDIO="apart"',
      'a',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,AUDIO="inside"',
      'b',
    );
    expect(variants.map((v) => v.separateAudio)).toEqual([true, false]);
  });

  it('leaves I-frame renditions out and refuses an empty one', () => {
    expect(fault(() => master('#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i"'))).toBe('empty-master');
  });

  it('security-source says only the host of an address that is none', () => {
    const broken = 'http://[cam/live/secret-key/1.ts?token=secret-token';
    const parse = (): unknown => master('#EXT-X-STREAM-INF:BANDWIDTH=1', broken);
    expect(parse).toThrow(expect.objectContaining({ code: 'bad-uri', message: '"http://[cam" is not an address.' }));
  });

  it('never takes an address that is not of the web', () => {
    expect(fault(() => master('#EXT-X-STREAM-INF:BANDWIDTH=1', 'file:///etc/passwd'))).toBe('bad-uri');
  });
});

describe('absolute', () => {
  it('drops what belongs to one blocking reload', () => {
    expect(absolute('a.m3u8?_HLS_msn=3&t=1', BASE)).toBe('http://h/live/a.m3u8?t=1');
  });
});

describe('the playlist parsers, fed with anything', () => {
  const TAGS = [
    '#EXTINF:',
    '#EXT-X-KEY:METHOD=AES-128,',
    '#EXT-X-MAP:URI=',
    '#EXT-X-BYTERANGE:',
    '#EXT-X-MEDIA-SEQUENCE:',
    '#EXT-X-PROGRAM-DATE-TIME:',
    '#EXT-X-DATERANGE:ID="a",START-DATE=',
    '#EXT-X-DEFINE:NAME=',
    '#EXT-X-STREAM-INF:',
    '#EXT-X-MEDIA:TYPE=AUDIO,',
    '#EXT-X-TARGETDURATION:',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-GAP',
    '',
  ];
  const line = fc.oneof(
    fc.tuple(fc.constantFrom(...TAGS), fc.string()).map((pair) => pair.join('')),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a.ts', 'http://[', '{$x}', '\0', '5@', '1@2'),
  );
  const text = fc.array(line, { maxLength: 30 }).map((lines) => ['#EXTM3U', ...lines].join('\n'));

  it('throw nothing but their typed error', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (anything) => {
        for (const run of [
          () => parseMediaPlaylist(anything, BASE),
          () => parseMasterPlaylist(anything, BASE),
          () => playlistKind(anything),
        ]) {
          const thrown = fault(run);
          if (typeof thrown !== 'string') throw thrown;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('number segments without a gap and give each a length', () => {
    fc.assert(
      fc.property(text, (anything) => {
        if (fault(() => parseMediaPlaylist(anything, BASE)) !== 'nothing') return;
        const list = parseMediaPlaylist(anything, BASE);
        expect(
          list.segments.every((s, i) => s.seq === list.mediaSequence + i && s.durMs >= 0 && Number.isFinite(s.durMs)),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
