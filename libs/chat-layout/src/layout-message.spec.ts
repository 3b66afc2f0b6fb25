import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layoutMessage, type MessageLayout } from './layout-message.js';
import { type PictureBox, type TextBox } from './lines/place-line.js';
import { emote, input, message, textFragment } from './testing/chat-fixture.js';

const texts = ({ boxes }: MessageLayout): TextBox[] => boxes.filter((b) => b.kind === 'text');
const pictures = ({ boxes }: MessageLayout): PictureBox[] => boxes.filter((b) => b.kind === 'picture');
const lay = (fragments: Parameters<typeof message>[0], over: Parameters<typeof input>[0] = {}): MessageLayout =>
  layoutMessage(input({ ...over, message: message(fragments) }));
const linesOf = (layout: MessageLayout): number => new Set(texts(layout).map((b) => b.y)).size;

describe('geometry at font size 24', () => {
  it('is one section of 40 with 12 above and below', () => {
    expect(lay({}).height).toBe(64);
  });
  it('starts at the side padding of 6, and separates words by 6', () => {
    const [name, colon, body] = texts(lay({ fragments: [textFragment('a b')] }));
    expect(name?.x).toBe(6);
    expect(colon!.x).toBeCloseTo(name!.x + name!.width);
    expect(body!.x).toBeCloseTo(colon!.x + colon!.width + 6);
    const [, , a] = texts(lay({ fragments: [textFragment('a')] }));
    const [, , b] = texts(lay({ fragments: [textFragment('b')] }));
    expect(body!.width).toBeCloseTo(a!.width + 6 + b!.width);
  });
  it('draws emotes at twice their size and lets the line grow', () => {
    const layout = lay({ fragments: [emote('Kappa')] });
    expect(pictures(layout)[0]).toMatchObject({ width: 56, height: 56, y: 12 });
    expect(layout.height).toBe(80);
  });
  it('is halved with the font size', () => {
    expect(lay({ fragments: [emote('Kappa')] }, { fontPx: 12 }).height).toBe(40);
  });
  it('indents a highlighted section by 32, after a stroke of 8', () => {
    const layout = lay({ notice: { kind: 'raid', systemText: '12 raiders', color: null }, fragments: [] });
    expect(layout).toMatchObject({ accent: 'notice', frame: { stroke: 8 } });
    expect(texts(layout)[0]?.x).toBe(38);
  });
});

describe('lines', () => {
  it('break between words, without the space at their end', () => {
    const layout = lay({ fragments: [textFragment('one two three four five six seven eight nine')] }, { width: 200 });
    expect(linesOf(layout)).toBeGreaterThan(2);
    for (const box of texts(layout)) expect(box.x + box.width).toBeLessThanOrEqual(200 - 6 + 0.001);
    expect(
      texts(layout)
        .map((b) => b.text)
        .join(' '),
    ).toBe('oru : one two three four five six seven eight nine');
  });
  it('P55 break a word of 500 letters between letters, without a loss', () => {
    const layout = lay({ fragments: [textFragment('x'.repeat(500))] });
    expect(
      texts(layout)
        .map((b) => b.text)
        .join(''),
    ).toBe(`oru:${'x'.repeat(500)}`);
    for (const box of texts(layout)) expect(box.x + box.width).toBeLessThanOrEqual(344.001);
  });
  it('have one letter each at a giant font', () => {
    const layout = lay(
      { fragments: [textFragment('x'.repeat(500)), textFragment(' '), emote('Kappa')] },
      { fontPx: 4000, width: 10 },
    );
    expect(texts(layout).filter((b) => b.text === 'x')).toHaveLength(500);
    expect(pictures(layout)[0]!.width).toBeLessThanOrEqual(10);
  });
  it('show joined emoji as one box', () => {
    const layout = lay({ fragments: [textFragment('hi 👨‍👩‍👧‍👦🇸🇪 there')] });
    expect(pictures(layout).map((p) => [p.what, p.alt, p.width])).toEqual([
      ['emoji', '👨‍👩‍👧‍👦', 30],
      ['emoji', '🇸🇪', 30],
    ]);
    expect(texts(layout).map((b) => b.text)).toEqual(['oru', ':', 'hi', 'there']);
  });
  it('break Chinese between any two characters', () => {
    expect(
      linesOf(lay({ fragments: [textFragment('这是一个没有空格的很长的句子用来看看它在哪里换行')] }, { width: 200 })),
    ).toBeGreaterThan(2);
  });
  it('are finite for every text, font and width, lose no letter, and are repeatable', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 500 }),
        (text, fontPx, width) => {
          const first = lay({ fragments: [textFragment(text)] }, { fontPx, width });
          expect(lay({ fragments: [textFragment(text)] }, { fontPx, width })).toEqual(first);
          const drawn = first.boxes
            .map((b) => (b.kind === 'text' ? b.text : b.alt))
            .join('')
            .replace(/\s/gu, '');
          expect(drawn).toBe(
            `oru:${text}`
              .replace(/\p{Cc}+/gu, ' ')
              .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
              .replace(/\s/gu, ''),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('directions', () => {
  it('lays out a Hebrew message from the right, with its name first', () => {
    const layout = lay({ fragments: [textFragment('שלום עולם')] });
    const [name, , body] = texts(layout);
    expect(name!.x + name!.width).toBeCloseTo(344);
    expect(body!.rtl).toBe(true);
    expect(body!.x + body!.width).toBeLessThan(name!.x);
    expect(body!.text).toBe('שלום עולם');
  });
  it('keeps an English word inside Hebrew readable', () => {
    const runs = texts(lay({ fragments: [textFragment('שלום world עולם')] })).slice(2);
    expect(runs.map((r) => [r.text, r.rtl])).toEqual([
      ['שלום', true],
      ['world', false],
      ['עולם', true],
    ]);
    expect(runs[0]!.x).toBeGreaterThan(runs[1]!.x);
    expect(runs[1]!.x).toBeGreaterThan(runs[2]!.x);
  });
  it('ignores direction controls, which would reverse the rest of a line', () => {
    expect(texts(lay({ fragments: [textFragment('\u202eabc')] })).every((b) => !b.rtl)).toBe(true);
  });
});

describe('emotes', () => {
  const zero = (name: string) => emote(name, { zeroWidth: true });
  it('draws a zero-width emote centred over the one before it, without a width of its own', () => {
    const layout = lay({
      fragments: [emote('Kappa'), textFragment(' '), zero('SantaHat'), textFragment(' '), emote('Keepo')],
    });
    const [base, hat, next] = pictures(layout);
    expect(hat).toMatchObject({ x: base!.x, y: base!.y });
    expect(next!.x).toBeCloseTo(base!.x + 56 + 6);
  });
  it('draws a zero-width emote separately if there is none before it', () => {
    expect(pictures(lay({ fragments: [textFragment('look '), zero('SantaHat')] }))).toHaveLength(1);
  });
  it('writes the name of an emote without an image', () => {
    expect(texts(lay({ fragments: [emote('catJAM', { assetKey: null })] })).at(-1)).toMatchObject({
      text: 'catJAM',
      role: 'emote',
    });
  });
  it('writes names if emotes are off', () => {
    expect(
      texts(
        layoutMessage(
          input({
            message: message({ fragments: [emote('Kappa')] }),
            show: { timestamps: false, badges: true, emotes: false, deleted: 'struck' },
          }),
        ),
      ).at(-1)?.text,
    ).toBe('Kappa');
  });
  it('shrinks a picture wider than the chat', () => {
    expect(pictures(lay({ fragments: [emote('wide', { width: 400, height: 28 })] }))[0]!.width).toBeLessThanOrEqual(
      350,
    );
  });
});

describe('a deleted message', () => {
  const gone = message({ deleted: { atMs: 4000, by: 'moderator' } });
  const show = input().show;
  it('is complete before its deletion', () => {
    expect(texts(layoutMessage(input({ message: gone, t: 3999 }))).some((b) => b.struck)).toBe(false);
  });
  it('is struck through afterwards, with the cause', () => {
    const boxes = texts(layoutMessage(input({ message: gone, t: 4000 })));
    expect(boxes.filter((b) => b.struck).map((b) => b.text)).toEqual(['good evening']);
    expect(boxes.at(-1)).toMatchObject({ role: 'mark', text: 'removed' });
  });
  it('is a placeholder if the style says so', () => {
    expect(
      texts(layoutMessage(input({ message: gone, show: { ...show, deleted: 'placeholder' } }))).map((b) => b.text),
    ).toEqual(['oru', ':', '<message deleted>']);
  });
});

describe('the line above a message', () => {
  it('is a reply in one line, cut with an ellipsis', () => {
    const layout = lay({ reply: { id: 'x', login: 'a', name: 'a', body: 'word '.repeat(60) } });
    expect(texts(layout)[0]!.text).toMatch(/^to a: word.*…$/);
    expect(texts(layout)[0]!.x + texts(layout)[0]!.width).toBeLessThanOrEqual(344);
  });
  it('is the reason for a highlight', () => {
    expect(
      texts(
        lay(
          { flags: { first: true, highlighted: false, bits: 100, sharedFrom: { id: '9', name: null } } },
          { width: 600 },
        ),
      )[0]!.text,
    ).toBe('First message · 100 bits · from 9');
  });
  it('is the text of the site for a notice, alone if the viewer wrote no text', () => {
    expect(
      texts(lay({ fragments: [], notice: { kind: 'raid', systemText: '12 raiders came', color: null } })).map(
        (b) => b.text,
      ),
    ).toEqual(['12 raiders came']);
  });
  it('is the file time if the style shows it', () => {
    expect(
      texts(
        layoutMessage(
          input({ message: message({ atMs: 3_723_400 }), t: 4e6, show: { ...input().show, timestamps: true } }),
        ),
      )[0]!.text,
    ).toBe('1:02:03');
  });
});

it('has no author in a system message', () => {
  expect(
    texts(lay({ kind: 'system', author: null, fragments: [textFragment('Slow mode is on.')] })).map((b) => b.text),
  ).toEqual(['Slow mode is on.']);
});
it('lays out a message of an author whose name is an emoji', () => {
  expect(
    lay({ author: { id: '1', login: 'x', name: '🦊', color: null, badges: [{ set: 'vip', version: '1' }] } }).boxes.map(
      (b) => b.kind,
    ),
  ).toEqual(['picture', 'picture', 'text', 'text']);
});
