import { describe, expect, it } from '@jest/globals';
import { VOD_VARIABLES } from '#libs/contracts';
import fc from 'fast-check';
import { growth, LINEAR_GROWTH } from '../../../../tools/common/thread-cpu.js';
import { cleanPart } from './clean-name.js';
import { clashesWithAny, freeName } from './free-name.js';
import { MAX_NAME_BYTES, MAX_PART_BYTES } from './path-of-template.js';
import { utf8Bytes } from './utf8.js';
import { vodPlace } from './vod-place.js';
import { type NamedVod, vodValues } from './vod-values.js';

const VOD: NamedVod = {
  internalName: 'harbour',
  displayName: 'The Harbour',
  startedAt: new Date('2026-01-02T23:04:05Z'),
  id: '4711',
  title: 'Boats',
  game: { id: '9', name: 'Sailing' },
  numbers: { month: '202601', number: 3, absoluteSeason: 2, absoluteNumber: 14 },
};
const FORMAT = { zone: 'UTC', scheme: 'month', episodeDigits: 2 } as const;
const place = (name: string, over: Partial<NamedVod> = {}, folder = '') =>
  vodPlace({ name, folder }, vodValues({ ...VOD, ...over }, { ...FORMAT, zone: 'Europe/Stockholm' }));
const graphemes = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (s) => s.segment);

describe('the place of a VOD', () => {
  it('has the default name of v0, with the date in UTC', () => {
    expect(place('{internalName}_{date}_{id}')).toEqual({ name: 'harbour_2026-01-02T23_04_05Z_4711', folder: '' });
  });

  it.each([
    ['{year}-{month}-{day} {hour}.{minute}.{second} {year_short}', '2026-01-03 00.04.05 26'],
    ['S{season}E{episode}', 'S202601E03'],
    ['{absolute_season}x{absolute_episode}', '2x14'],
    ['{login} {displayName} {title} {game_name} {game_id}', 'harbour The Harbour Boats Sailing 9'],
  ])('%s is %s: year to second in the time zone, episodes with two digits', (template, name) => {
    expect(place(template).name).toBe(name);
  });

  it('integrity-7 pads numbers as the template or the setting says', () => {
    expect(place('{episode:03} {absolute_episode:04} {absolute_season:02} {season:03} {episode:01} {title}').name).toBe(
      '003 0014 02 202601 3 Boats',
    );
    const three = vodValues(VOD, { ...FORMAT, episodeDigits: 3 });
    expect(vodPlace({ name: 'E{episode} {episode:01}', folder: '' }, three).name).toBe('E003 3');
  });

  it('renders every variable of v0, and login', () => {
    const values = {
      login: 'harbour',
      internalName: 'harbour',
      displayName: 'The Harbour',
      date: '2026-01-02T23_04_05Z',
      year: '2026',
      year_short: '26',
      month: '01',
      day: '03',
      hour: '00',
      minute: '04',
      second: '05',
      id: '4711',
      season: '202601',
      absolute_season: '2',
      episode: '03',
      absolute_episode: '14',
      title: 'Boats',
      game_name: 'Sailing',
      game_id: '9',
    };
    expect(Object.keys(values)).toEqual([...VOD_VARIABLES]);
    for (const [variable, value] of Object.entries(values)) expect(place(`{${variable}}`).name).toBe(value);
  });

  it('has the folders of both templates, without empty ones', () => {
    expect(place('{game_name}/{title}', {}, '{year}/{month}')).toEqual({ folder: '2026/01/Sailing', name: 'Boats' });
    expect(place('{game_name}/{title}', { game: null }, '/{year}//')).toEqual({ folder: '2026', name: 'Boats' });
  });

  it('has no folder with the name of a file, and limits the number and length of folders', () => {
    expect(place('x', {}, 'a.MP4/b.tar').folder).toBe('a_MP4/b.tar');
    expect(place('x', {}, 'a/b/c/d/e/f/g/h/i/j').folder).toBe('a/b/c/d/e/f/g/h');
    expect(place('x', {}, `${'y'.repeat(220)}/${'y'.repeat(220)}/z/${'y'.repeat(220)}/w`).folder).toBe(
      `${'y'.repeat(220)}/${'y'.repeat(220)}/z`,
    );
  });

  it('has the default name if the template renders to nothing, and the name vod if the default does too', () => {
    expect(place('{game_name}', { game: null }).name).toBe('harbour_2026-01-02T23_04_05Z_4711');
    expect(vodPlace({ name: '???', folder: '' }, {})).toEqual({ folder: '', name: 'vod' });
  });

  it.each([
    ['../../etc/passwd', 'etc', 'passwd'],
    ['..\\..\\x', '', '_.._x'],
    ['.hidden', '', 'hidden'],
    ['CON', '', '_CON'],
    ['nul.tar', '', '_nul.tar'],
    ['COM¹ .x', '', '_COM¹ .x'],
    ['trailing. . ', '', 'trailing'],
    ['a\u202egpj.exe', '', 'agpj.exe'],
    ['a\u0000b\nc', '', 'a b c'],
    ['e\u0301', '', '\u00e9'],
    ['what? "a" <b> *: c|d', '', 'what a b _ c_d'],
    ['half \ud800 pair', '', 'half \ufffd pair'],
  ])('%j is safe on every system', (template, folder, name) => {
    expect(vodPlace({ name: template, folder: '' }, {})).toEqual({ folder, name });
  });

  it('cuts at 220 bytes, not within an emoji, so that the longest ending fits into 255', () => {
    const family = '👨‍👩‍👧‍👦';
    const { name } = vodPlace({ name: '{title}', folder: '' }, { title: family.repeat(40) });
    expect(new Set(graphemes(name))).toEqual(new Set([family]));
    expect(utf8Bytes(name)).toBe(200);
    expect(utf8Bytes(`${name}-99-ffmpeg-chapters.txt`)).toBeLessThanOrEqual(MAX_PART_BYTES);
  });
});

/** What titles are made of in the worst case: anything, and much of what is special somewhere. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '/',
        '\\',
        '..',
        '.',
        ' ',
        '\u0000',
        'CON',
        'nul',
        'lpt1',
        '{id}',
        '(',
        ')',
        ':',
        '👨‍👩‍👧‍👦',
        'e\u0301',
        '\u202e',
        '\ud800',
        'é'.repeat(130),
        'x'.repeat(300),
      ),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.join(''));
const template = fc
  .array(fc.oneof(nasty, fc.constantFrom('{title}', '{game_name}', '{id}', '{date}', '/', '_', ' - ', ' [', ']')), {
    maxLength: 8,
  })
  .map((all) => all.join(''));

describe('the place of any VOD by any template', () => {
  const any = fc
    .tuple(template, template, nasty, nasty)
    .map(([name, folder, title, game]) =>
      vodPlace({ name, folder }, vodValues({ ...VOD, title, game: { id: game, name: game } }, FORMAT)),
    );

  it('never leads out of its folder, and is never empty', () => {
    fc.assert(
      fc.property(any, ({ name, folder }) => {
        for (const part of [name, ...(folder === '' ? [] : folder.split('/'))]) {
          expect(part).not.toBe('');
          expect(part).toMatch(/^[^./\\\p{Cc}<>:"|?* ]/u);
          expect(part).not.toMatch(/[/\\\p{Cc}<>:"|?*]|[. ]$/u);
          expect(part).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
          expect(part).toBe(part.normalize('NFC').toWellFormed());
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never has a path part above 255 bytes, with any ending of Vodkeep', () => {
    fc.assert(
      fc.property(any, ({ name, folder }) => {
        expect(Math.max(...folder.split('/').map(utf8Bytes))).toBeLessThanOrEqual(MAX_NAME_BYTES);
        expect(utf8Bytes(`${name} (12)-12-ffmpeg-chapters.txt`)).toBeLessThanOrEqual(MAX_PART_BYTES);
        expect(utf8Bytes(folder)).toBeLessThanOrEqual(500);
      }),
      { numRuns: 500 },
    );
  });

  it('is cleaned in a time that does not grow with the square of its length', async () => {
    for (const unit of ['. ', '..', 'e\u0301', '  ']) {
      const cleaning = (length: number) => {
        const long = unit.repeat(length);
        const [before, between] = [`${long}x`, `x${long}x`];
        return () => [cleanPart(before, 200), cleanPart(between, 200)];
      };
      expect(await growth(cleaning, 25_000)).toBeLessThan(LINEAR_GROWTH);
    }
  });

  it('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 255 }), (text, max) => {
        const once = cleanPart(text, max);
        expect(utf8Bytes(once)).toBeLessThanOrEqual(max);
        expect(cleanPart(once, max)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['\u200d', '\u3164', '.\u2800.', '\u202e\u200b', '\ufe0f'])(
    'has no part without visible characters: %j',
    (title) => {
      expect(cleanPart(title, 100)).toBe('');
      expect(vodPlace({ name: '{title}', folder: '' }, { title, internalName: 'harbour' }).name).toContain('harbour');
    },
  );

  it('P36 W48 never clashes with the files of an existing VOD', () => {
    const similar = fc.constantFrom(
      'x',
      'X',
      'x_chat',
      'x-2',
      'x (2)',
      'x (2)-2',
      'x_vod',
      'y',
      'X_burned',
      'é'.repeat(110),
      `${'é'.repeat(108)} (2)`,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(similar, nasty), { maxLength: 25 }), (titles) => {
        const names: string[] = [];
        for (const title of titles)
          names.push(freeName(vodPlace({ name: '{title}', folder: '' }, { title }).name, clashesWithAny(names)));
        const files = names.flatMap((name) =>
          ['', '-2', '_vod', '_chat', '_chat_mask', '_burned'].map((ending) => `${name}${ending}.mp4`.toLowerCase()),
        );
        expect(new Set(files).size).toBe(files.length);
        expect(Math.max(0, ...names.map(utf8Bytes))).toBeLessThanOrEqual(MAX_NAME_BYTES);
      }),
    );
  });
});
