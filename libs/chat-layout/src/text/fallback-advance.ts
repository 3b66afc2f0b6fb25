/**
 * Widths in 1/2048 em of code points that no bundled font has, by script. They are drawn by whatever the machine has,
 * fitted into this width.
 */
const BY_SCRIPT: readonly (readonly [RegExp, number])[] = [
  [/[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Zl}\p{Zp}]/u, 0],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u,
    2048,
  ],
  [/[\uff61-\uffdc]/u, 1024],
  [/\p{Mc}/u, 700],
  [
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
    1400,
  ],
  [/\p{S}/u, 1638],
];
const OTHER = 1229;

/**
 * A guess for one code point, the same on every machine: what is full width in East Asia is 1 em (so it is in nearly
 * all their fonts), marks and controls are nothing, other scripts a round number.
 */
export function fallbackAdvance(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return BY_SCRIPT.find(([script]) => script.test(character))?.[1] ?? OTHER;
}
