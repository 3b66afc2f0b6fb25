import { describe, expect, it } from '@jest/globals';
import { checkTones } from './check-tones.js';
import { toneHz, toneOf, toneOfSecond } from './tone-code.js';

const frames = Array.from({ length: 120 }, (_, i) => ({ ptsMs: (i * 1000) / 30, number: i + 300 }));
const tones = Array.from({ length: 400 }, (_, i) => ({
  atMs: i * 10 + 5,
  tone: toneOfSecond(10 + Math.floor((i * 10 + 5) / 1000)),
}));
const dropped = (fromMs: number, toMs: number): typeof tones =>
  tones.toSpliced(fromMs / 10, (toMs - fromMs) / 10).map(({ tone }, i) => ({ atMs: i * 10 + 5, tone }));

describe('the tone checker', () => {
  it('passes sound that belongs to its pictures', () => {
    expect(checkTones(frames, tones)).toMatchObject({ ok: true, silent: [], wrong: [], missingAtEndMs: 0 });
  });

  it('names a gap', () => {
    const holed = tones.map(({ atMs, tone }) => ({ atMs, tone: atMs > 1500 && atMs < 1530 ? null : tone }));
    expect(checkTones(frames, holed)).toMatchObject({ ok: false, silent: [{ fromMs: 1505, toMs: 1535 }] });
  });

  it('notices a jump of two frames in the sound', () => {
    expect(checkTones(frames, dropped(1500, 1570))).toMatchObject({ ok: false, silent: [] });
  });

  it('notices a second in the wrong place', () => {
    const swapped = [
      ...tones.slice(0, 100),
      ...tones.slice(200, 300),
      ...tones.slice(100, 200),
      ...tones.slice(300),
    ].map(({ tone }, i) => ({ atMs: i * 10 + 5, tone }));
    expect(checkTones(frames, swapped).wrong).toMatchObject([{ fromMs: 1005 }, { toMs: 3005 }]);
  });

  it('takes the blend of two blocks over a join for none, and a longer one, or one elsewhere, for wrong', () => {
    const joined = frames.map(({ ptsMs, number }, i) => ({ ptsMs, number: i < 60 ? number : number + 600 }));
    const second = (atMs: number): number => Math.floor(atMs / 1000) + (atMs < 2000 ? 10 : 30);
    const sound = (from: number, count: number) =>
      tones.map(({ atMs }, i) => ({
        atMs,
        tone: toneOfSecond(second(atMs) + (i >= from && i < from + count ? 7 : 0)),
      }));
    expect(checkTones(joined, sound(197, 2)).wrong).toEqual([]);
    expect(checkTones(joined, sound(197, 4)).wrong).toHaveLength(1);
    expect(checkTones(joined, sound(150, 2)).wrong).toHaveLength(1);
  });

  it('notices sound that ends early', () => {
    expect(checkTones(frames, tones.slice(0, 380))).toMatchObject({ ok: false, missingAtEndMs: 195 });
  });

  it('tells all tones apart, and silence', () => {
    const sound = (hz: number, volume: number): Float32Array =>
      Float32Array.from({ length: 240 }, (_, i) => volume * Math.sin((2 * Math.PI * hz * i) / 8000));
    for (let tone = 0; tone < 32; tone++) expect(toneOf(sound(toneHz(tone), 0.1), 8000)).toBe(tone);
    expect(toneOf(sound(440, 0.001), 8000)).toBeNull();
  });

  it('finds the same tone whatever it tries first', () => {
    const wave = (tone: number, i: number): number => 0.1 * Math.sin((2 * Math.PI * toneHz(tone) * i) / 8000);
    const windows = [4, 5, 20].flatMap((other) =>
      [0, 60, 110, 120, 130, 180, 240].flatMap((change) => [
        Float32Array.from({ length: 240 }, (_, i) => wave(i < change ? 4 : other, i)),
        Float32Array.from({ length: 240 }, (_, i) => wave(4, i) + (wave(other, i) * change) / 240),
      ]),
    );
    for (const window of windows) {
      const tone = toneOf(window, 8000);
      for (let guess = 0; guess < 32; guess++) expect(toneOf(window, 8000, guess)).toBe(tone);
    }
  });
});
