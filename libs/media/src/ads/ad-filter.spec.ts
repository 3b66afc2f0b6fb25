import { type HlsDialect } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AdFilter, type FilteredItem } from './ad-filter.js';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { WindowTracker } from '../playlist/window-tracker.js';

/** As the Twitch provider gives it (docs/reference/twitch.md#ads). */
const TWITCH: HlsDialect = {
  ads: { classNames: ['twitch-stitched-ad'], idPrefixes: ['stitched-ad-'], titles: ['Amazon', 'Adform', 'DCM'] },
  contentTitles: ['live'],
  ignoreContentDiscontinuity: true,
};

const T0 = Date.UTC(2026, 0, 1);
const iso = (ms: number): string => new Date(T0 + ms).toISOString();

/**
 * `c` content, `a` ad with its title, `u` untitled, `s` strange title; `|` a discontinuity. Each is a 2 s segment that
 * begins at its number.
 */
interface Planted {
  readonly from: number;
  readonly what: string;
  readonly ranges?: readonly Range[];
  readonly seq?: number;
}
interface Range {
  readonly id?: string;
  readonly at: number;
  readonly seconds?: number;
  readonly className?: string;
}
const TITLES: Readonly<Record<string, string>> = { c: 'live', a: 'Amazon|123', u: '', s: 'Elsewhere|9' };

const tagOf = ({ id = 'stitched-ad-1', at, seconds, className = 'twitch-stitched-ad' }: Range): string =>
  `#EXT-X-DATERANGE:ID="${id}",CLASS="${className}",START-DATE="${iso(at)}"${seconds === undefined ? '' : `,DURATION=${seconds}`}`;

function planted({ from, what, ranges = [], seq = from }: Planted): string {
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:6', `#EXT-X-MEDIA-SEQUENCE:${seq}`, ...ranges.map(tagOf)];
  let n = from;
  for (const letter of what) {
    if (letter === '|') {
      lines.push('#EXT-X-DISCONTINUITY');
      continue;
    }
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${iso(n * 2000)}`, `#EXTINF:2.000,${TITLES[letter] ?? ''}`, `s${n}.ts`);
    n += 1;
  }
  return lines.join('\n');
}

const summaryOf = (item: FilteredItem): string =>
  item.kind === 'segment'
    ? `c${item.segment.seq}`
    : item.kind === 'ad'
      ? `${item.roll} ${item.id} ${item.durMs}`
      : `missed ${item.fromSeq}-${item.toSeq}`;

/** What the filter makes of loads that follow on each other. */
function sorted(loads: readonly Planted[], dialect = TWITCH): string[][] {
  const [tracker, filter] = [new WindowTracker(), new AdFilter(dialect)];
  const answers = loads.map((load) => {
    const list = parseMediaPlaylist(planted(load), 'http://h/');
    return filter.sort(list, tracker.update(list, T0), tracker.numbering).map(summaryOf);
  });
  return [...answers, filter.flush().map(summaryOf)];
}
const AD = 'midroll stitched-ad-1 2000';

describe('AdFilter', () => {
  it('passes a broadcast without ads', () => {
    expect(
      sorted([
        { from: 0, what: 'ccc' },
        { from: 1, what: 'cccc' },
      ]),
    ).toEqual([['c0', 'c1', 'c2'], ['c3', 'c4'], []]);
  });

  it('P20 takes a session that begins with ads only as a preroll', () => {
    const ranges = [{ at: 0, seconds: 6 }];
    const pre = 'preroll stitched-ad-1 2000';
    expect(
      sorted([
        { from: 0, what: '|aa', ranges },
        { from: 0, what: '|aaa|cc', ranges },
      ]),
    ).toEqual([[pre, pre], [pre, 'c3', 'c4'], []]);
  });

  it('P21 takes a midroll out, reported by title and range', () => {
    expect(sorted([{ from: 0, what: 'cc|aa|cc', ranges: [{ at: 4000, seconds: 4 }] }])).toEqual([
      ['c0', 'c1', AD, AD, 'c4', 'c5'],
      [],
    ]);
  });

  it('detects an ad by its title alone, if no range is announced', () => {
    expect(sorted([{ from: 0, what: 'c|aa|c' }])).toEqual([['c0', 'midroll  2000', 'midroll  2000', 'c3'], []]);
  });

  it('detects an ad without a title by its range and the discontinuity at its border', () => {
    expect(sorted([{ from: 0, what: 'cc|uu|c', ranges: [{ at: 4000, seconds: 4 }] }])).toEqual([
      ['c0', 'c1', AD, AD, 'c4'],
      [],
    ]);
  });

  it('detects an ad by the id of its range if the class is another one', () => {
    expect(
      sorted([{ from: 0, what: 'cc|uu|c', ranges: [{ at: 4000, seconds: 4, className: 'new-class' }] }])[0],
    ).toEqual(['c0', 'c1', AD, AD, 'c4']);
  });

  it('ignores other date ranges', () => {
    const ranges = [
      { id: 'source-1', at: 0, seconds: 600, className: 'twitch-stream-source' },
      { id: 'q', at: 0, seconds: 600, className: 'twitch-ad-quartile' },
    ];
    expect(sorted([{ from: 0, what: 'cc|cc', ranges }])).toEqual([['c0', 'c1', 'c2', 'c3'], []]);
  });

  it.each([
    ['0.9 s too long', 4.9],
    ['1.9 s too long, with the broadcast titled', 5.9],
  ])('keeps the content segment that a rounded range end cuts (%s)', (_name, seconds) => {
    expect(sorted([{ from: 0, what: 'cc|uu|cc', ranges: [{ at: 4000, seconds }] }])[0]).toEqual([
      'c0',
      'c1',
      AD,
      AD,
      'c4',
      'c5',
    ]);
  });

  it('keeps the titled broadcast that comes back in a range that reported no end', () => {
    expect(
      sorted([
        { from: 0, what: 'cc|uu|cc', ranges: [{ at: 4000 }] },
        { from: 3, what: 'u|cccc', ranges: [{ at: 4000 }] },
      ]),
    ).toEqual([['c0', 'c1', AD, AD, 'c4', 'c5'], ['c6', 'c7'], []]);
  });

  it('drops the last ad segment though the range ends half a second early', () => {
    expect(sorted([{ from: 0, what: 'cc|uu|cc', ranges: [{ at: 4500, seconds: 3 }] }])[0]).toEqual([
      'c0',
      'c1',
      AD,
      AD,
      'c4',
      'c5',
    ]);
  });

  it('keeps content inside a range at whose start nothing breaks off: the break was announced and not filled', () => {
    expect(sorted([{ from: 0, what: 'cccccc', ranges: [{ at: 4000, seconds: 4 }] }])[0]).toEqual([
      'c0',
      'c1',
      'c2',
      'c3',
      'c4',
      'c5',
    ]);
  });

  it('P23 keeps what stands on both sides of a discontinuity between two content segments', () => {
    expect(sorted([{ from: 0, what: 'cc|cc|c' }])).toEqual([['c0', 'c1', 'c2', 'c3', 'c4'], []]);
  });

  it('remembers a range that left the list before its segments', () => {
    expect(
      sorted([
        { from: 0, what: 'cc|u', ranges: [{ at: 4000, seconds: 8 }] },
        { from: 1, what: 'c|uuuu|c' },
      ]),
    ).toEqual([['c0', 'c1', AD], [AD, AD, AD, 'c6'], []]);
  });

  it('P24 delays unmarked segments after a discontinuity until the range arrives', () => {
    const ranges = [{ at: 4000, seconds: 4 }];
    expect(
      sorted([
        { from: 0, what: 'cc|u' },
        { from: 0, what: 'cc|uu' },
        { from: 0, what: 'cc|uu|c', ranges },
      ]),
    ).toEqual([['c0', 'c1'], [], [AD, AD, 'c4'], []]);
  });

  it('passes delayed segments, in order, after two more lists without a mark', () => {
    expect(
      sorted([
        { from: 0, what: 'cc|u' },
        { from: 0, what: 'cc|uu' },
        { from: 0, what: 'cc|uuu' },
        { from: 0, what: 'cc|uuuu' },
      ]),
    ).toEqual([['c0', 'c1'], [], ['c2', 'c3', 'c4'], ['c5'], []]);
  });

  it('passes delayed segments at the end of the source', () => {
    expect(sorted([{ from: 0, what: 'cc|uu' }])).toEqual([
      ['c0', 'c1'],
      ['c2', 'c3'],
    ]);
  });

  it('treats a foreign title after a discontinuity as an ad if the broadcast has a title, until that returns', () => {
    expect(sorted([{ from: 0, what: 'cc|ss|cc' }])[0]).toEqual([
      'c0',
      'c1',
      'midroll  2000',
      'midroll  2000',
      'c4',
      'c5',
    ]);
  });

  it('treats segments without a mark for three minutes as content, since a broadcast may lose its title', () => {
    const [answer = []] = sorted([{ from: 0, what: `c|a${'u'.repeat(120)}` }]);
    expect(answer.slice(0, 3)).toEqual(['c0', 'midroll  2000', 'midroll  2000']);
    expect(answer.at(-1)).toBe('c121');
    expect(answer.filter((item) => item.startsWith('c'))).toHaveLength(1 + 120 - 90);
  });

  it('joins several ads of a pod, each with a range of its own', () => {
    const ranges = [
      { id: 'stitched-ad-1', at: 2000, seconds: 2 },
      { id: 'stitched-ad-2', at: 4000, seconds: 2 },
    ];
    expect(sorted([{ from: 0, what: 'c|u|u|c', ranges }])[0]).toEqual(['c0', AD, 'midroll stitched-ad-2 2000', 'c3']);
  });

  it('takes the length that a range gets later', () => {
    expect(
      sorted([
        { from: 0, what: 'c|u', ranges: [{ at: 2000 }] },
        { from: 0, what: 'c|uu|uu', ranges: [{ at: 2000, seconds: 4 }] },
        { from: 0, what: 'c|uu|uuu' },
        { from: 0, what: 'c|uu|uuuu' },
      ]),
    ).toEqual([['c0', AD], [AD], [], ['c3', 'c4', 'c5', 'c6'], []]);
  });

  it('has no position of a break that it joined in the middle', () => {
    expect(sorted([{ from: 0, what: 'aa|c', seq: 50 }])[0]).toEqual(['unknown  2000', 'preroll  2000', 'c52']);
  });

  it('treats missed segments between two ads as ads, and others as missing', () => {
    expect(
      sorted([
        { from: 0, what: 'c|aa' },
        { from: 5, what: 'a|c', seq: 5 },
      ])[1],
    ).toEqual(['midroll  4000', 'midroll  2000', 'c6']);
    expect(
      sorted([
        { from: 0, what: 'c|aa' },
        { from: 5, what: 'cc', seq: 5 },
      ])[1],
    ).toEqual(['missed 3-4', 'c5', 'c6']);
  });

  it('needs no programme time if titles mark the ads', () => {
    const text = planted({ from: 0, what: 'c|a|c' }).replaceAll(/#EXT-X-PROGRAM.*\n/g, '');
    const list = parseMediaPlaylist(text, 'http://h/');
    expect(new AdFilter(TWITCH).sort(list, new WindowTracker().update(list, T0), 0).map(summaryOf)).toEqual([
      'c0',
      'midroll  2000',
      'c2',
    ]);
  });

  it('uses ranges alone if the site has no titles', () => {
    const bare = { ...TWITCH, ads: { ...TWITCH.ads, titles: [] }, contentTitles: [] };
    expect(sorted([{ from: 0, what: 'uu|uu|u', ranges: [{ at: 4000, seconds: 4 }] }], bare)).toEqual([
      ['c0', 'c1', AD, AD, 'c4'],
      [],
    ]);
  });
});

describe('AdFilter, whatever the source does', () => {
  it('gives each segment on once and in order, as content or as an ad, over any reloads', () => {
    const streams = fc.record({
      letters: fc.array(fc.constantFrom('c', 'c', 'c', 'a', 'u', 's', '|c', '|a', '|u', '|s'), {
        minLength: 1,
        maxLength: 60,
      }),
      window: fc.integer({ min: 3, max: 15 }),
      step: fc.integer({ min: 1, max: 3 }),
      ranges: fc.array(
        fc.record({ at: fc.integer({ min: 0, max: 120_000 }), seconds: fc.integer({ min: 1, max: 40 }) }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(streams, ({ letters, window, step, ranges }) => {
        const loads: Planted[] = [];
        for (let end = step; end < letters.length + step; end += step) {
          const from = Math.max(0, Math.min(end, letters.length) - window);
          loads.push({
            from,
            what: letters.slice(from, end).join(''),
            ranges: ranges.map((range, i) => ({ ...range, id: `stitched-ad-${i}` })),
          });
        }
        const given = sorted(loads).flat();
        const content = given.filter((item) => /^c\d/.test(item)).map((item) => Number(item.slice(1)));
        expect(given).toHaveLength(letters.length);
        expect(content).toEqual([...new Set(content)].toSorted((a, b) => a - b));
        if (!letters.some((letter) => letter !== 'c' && letter !== '|c') && ranges.length === 0)
          expect(content).toHaveLength(letters.length);
      }),
    );
  });
});

describe('AdFilter, init sections', () => {
  const list = (text: string): ReturnType<typeof parseMediaPlaylist> =>
    parseMediaPlaylist(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n${text}`, 'http://h/');
  const maps = (text: string): (string | boolean)[] => {
    const parsed = list(text);
    return new AdFilter(TWITCH)
      .sort(parsed, new WindowTracker().update(parsed, T0), 0)
      .map((item) => (item.kind === 'segment' ? item.mapOfAd === true : item.kind));
  };
  const [content, ad] = ['#EXTINF:2,live\nc.ts', '#EXTINF:2,Amazon|1\na.mp4'];
  const [map, disc] = ['#EXT-X-MAP:URI="x.mp4"', '#EXT-X-DISCONTINUITY'];

  it('marks content that inherits the MAP of ads', () => {
    expect(maps([content, disc, map, ad, ad, disc, content, content].join('\n'))).toEqual([
      false,
      'ad',
      'ad',
      true,
      true,
    ]);
  });
  it('leaves a MAP that is announced again behind the ads to the content', () => {
    expect(maps([map, content, disc, map, ad, disc, map, content].join('\n'))).toEqual([false, 'ad', false]);
  });
  it('leaves the content its own MAP that ads inherit', () => {
    expect(maps([map, content, disc, ad, disc, content].join('\n'))).toEqual([false, 'ad', false]);
  });
});
