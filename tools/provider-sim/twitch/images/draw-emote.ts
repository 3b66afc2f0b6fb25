import type { Seeded } from '../seeded.js';
import { chanceOf, gradient, hsl, star, type Drawing } from './svg.js';

const SIZE = 28;
const INK = '#1b1420';

/** Head shapes, on an area of 28 x 28. */
const BODIES: readonly string[] = [
  '<circle cx="14" cy="14.5" r="12"/>',
  '<rect x="2.5" y="3" width="23" height="22.5" rx="7"/>',
  '<path d="M3 25V13a11 11 0 0 1 22 0v12l-3.7-3-3.6 3-3.7-3-3.7 3-3.6-3z"/>',
  '<path d="M4 3l5.5 4.2h9L24 3l1.6 11.5a11.6 11.6 0 0 1-23.2 0z"/>',
  `<path d="${star(9, [14, 14.5], [13, 10])}"/>`,
  '<path d="M14 25.5C4 18.5 1.5 14 2.5 9A6.3 6.3 0 0 1 14 7.2 6.3 6.3 0 0 1 25.5 9c1 5-1.5 9.5-11.5 16.5z"/>',
  '<path d="M8 3.5h12l6 10.5-6 11H8L2 14z"/>',
  '<path d="M14 2c7 4 11.5 9 11.5 14.5a11.5 9.5 0 0 1-23 0C2.5 11 7 6 14 2z"/>',
];
const EYES: readonly string[] = [
  `<circle cx="10" cy="12" r="1.8" fill="${INK}"/><circle cx="18" cy="12" r="1.8" fill="${INK}"/>`,
  `<path d="M7.5 13a2.5 2.5 0 0 1 5 0M15.5 13a2.5 2.5 0 0 1 5 0" fill="none" stroke="${INK}" stroke-width="1.5" stroke-linecap="round"/>`,
  `<g fill="#fff"><circle cx="9.7" cy="12" r="3.4"/><circle cx="18.3" cy="12" r="3.4"/></g><circle cx="10.4" cy="12.4" r="1.5" fill="${INK}"/><circle cx="17.6" cy="12.4" r="1.5" fill="${INK}"/>`,
  `<circle cx="10" cy="12" r="1.8" fill="${INK}"/><path d="M16 12.5h4.5" stroke="${INK}" stroke-width="1.6" stroke-linecap="round"/>`,
  `<path d="M5.5 9.5h17v2.5a3.4 3.4 0 0 1-7 .5h-3a3.4 3.4 0 0 1-7-.5z" fill="${INK}"/><path d="M7 10.700h2" stroke="#fff" stroke-width=".8"/>`,
];
const MOUTHS: readonly string[] = [
  `<path d="M9.5 17.5a5 4 0 0 0 9 0" fill="none" stroke="${INK}" stroke-width="1.5" stroke-linecap="round"/>`,
  `<path d="M9 17h10a5 5 0 0 1-10 0z" fill="${INK}"/><path d="M11.5 20.5a3.5 2 0 0 1 5 0z" fill="#ff6b7d"/>`,
  `<circle cx="14" cy="19" r="2.2" fill="${INK}"/>`,
  `<path d="M10.5 19h7" stroke="${INK}" stroke-width="1.5" stroke-linecap="round"/>`,
  `<path d="M9.5 20.5a5 4 0 0 1 9 0" fill="none" stroke="${INK}" stroke-width="1.5" stroke-linecap="round"/>`,
];
/** Movements of an animated emote. */
const MOVES: readonly ((phase: number) => string)[] = [
  (phase) => `translate(0 ${(-3 * Math.abs(Math.sin(Math.PI * phase))).toFixed(2)})`,
  (phase) => `rotate(${(14 * Math.sin(2 * Math.PI * phase)).toFixed(1)} 14 24)`,
  (phase) => `translate(${(2.5 * Math.sin(2 * Math.PI * phase)).toFixed(2)} 0)`,
  (phase) => `rotate(${(360 * phase).toFixed(0)} 14 14)`,
];

function face(chance: Seeded, phase: number | null): string {
  const hue = chance.int(0, 359);
  const [body, eyes, mouth, move] = [chance.pick(BODIES), chance.pick(EYES), chance.pick(MOUTHS), chance.pick(MOVES)];
  const cheeks = chance.chance(0.5)
    ? `<g fill="${hsl(hue + 340, 80, 55)}" opacity=".45"><circle cx="6.8" cy="16.5" r="1.9"/><circle cx="21.2" cy="16.5" r="1.9"/></g>`
    : '';
  const moved = phase === null ? '' : ` transform="${move(phase)}"`;
  return `<defs>${gradient('g', hsl(hue, 90, 70), hsl(hue + 18, 78, 52))}</defs><g${moved}><g fill="url(#g)" stroke="${hsl(hue, 60, 26)}" stroke-width="1.1" stroke-linejoin="round">${body}</g>${cheeks}${eyes}${mouth}</g>`;
}

/** A face that depends only on the id. @param animated the face moves with the phase */
export const drawEmote =
  (id: string, animated: boolean): Drawing =>
  (phase) => ({ width: SIZE, height: SIZE, body: face(chanceOf(id), animated ? phase : null) });

const HAT = (hue: number): string =>
  `<path d="M4 11.5L14 .8l10 10.700z" fill="${hsl(hue, 75, 48)}" stroke="${hsl(hue, 60, 24)}"/><rect x="2.5" y="10" width="23" height="3.6" rx="1.8" fill="#fff" stroke="#bbb" stroke-width=".6"/><circle cx="14" cy="1.9" r="1.9" fill="#fff"/>`;
const MASK = (hue: number): string =>
  `<rect x="5" y="15" width="18" height="9" rx="3.5" fill="${hsl(hue, 45, 75)}" stroke="${hsl(hue, 30, 40)}"/><path d="M5 17.5L1 15M23 17.5l4-2.5" stroke="${hsl(hue, 30, 60)}"/>`;
const FALL = (hue: number, phase: number): string =>
  [3, 8, 13, 18, 24]
    .map((x, i) => {
      const y = (i * 11 + phase * SIZE) % SIZE;
      return `<path d="M${String(x)} ${y.toFixed(1)}v4" stroke="${hsl(hue, 70, 78)}" stroke-width="1.5" stroke-linecap="round"/>`;
    })
    .join('');

/** An emote drawn over the emote before it; its middle is empty. */
export const drawOverlay =
  (id: string, animated: boolean): Drawing =>
  (phase) => {
    const chance = chanceOf(id);
    const [hue, kind] = [chance.int(0, 359), chance.int(0, 1)];
    return { width: SIZE, height: SIZE, body: animated ? FALL(hue, phase) : kind === 0 ? HAT(hue) : MASK(hue) };
  };

/** A symbol for a word that changes the emote before it. */
export const drawModifier =
  (id: string): Drawing =>
  () => {
    const chance = chanceOf(id);
    return {
      width: SIZE,
      height: SIZE,
      body: `<circle cx="14" cy="14" r="10" fill="none" stroke="${hsl(chance.int(0, 359), 70, 60)}" stroke-width="2.5" stroke-dasharray="${String(chance.int(3, 12))} 4"/><path d="M9 14h10M15 10l4 4-4 4" fill="none" stroke="#bbb" stroke-width="2" stroke-linecap="round"/>`,
    };
  };

/** A turning gem, one per tier. @param bits of the tier */
export const drawCheer =
  (
    prefix: string,
    { bits, color, animated }: { readonly bits: number; readonly color: string; readonly animated: boolean },
  ): Drawing =>
  (phase) => {
    const corners = 3 + Math.min(6, Math.floor(Math.log10(Math.max(1, bits))));
    const squeeze = animated ? Math.max(0.15, Math.abs(Math.cos(Math.PI * phase))) : 1;
    const hue = chanceOf(prefix.toLowerCase()).int(0, 359);
    const corner = (i: number): string =>
      `${(14 + 11.5 * Math.sin((2 * Math.PI * i) / corners)).toFixed(2)} ${(14 - 11.5 * Math.cos((2 * Math.PI * i) / corners)).toFixed(2)}`;
    const edge = `M${Array.from({ length: corners }, (_, i) => corner(i)).join('L')}Z`;
    const facets = Array.from({ length: corners }, (_, i) => `M14 14L${corner(i)}`).join('');
    return {
      width: SIZE,
      height: SIZE,
      body: `<g transform="translate(14 0) scale(${squeeze.toFixed(3)} 1) translate(-14 0)"><path d="${edge}" fill="${color}" stroke="${hsl(hue, 80, 82)}" stroke-width="1.5" stroke-linejoin="round"/><path d="${facets}" stroke="#fff" stroke-opacity=".55" stroke-width=".8"/><circle cx="14" cy="14" r="2.5" fill="${hsl(hue, 80, 85)}"/></g>`,
    };
  };
