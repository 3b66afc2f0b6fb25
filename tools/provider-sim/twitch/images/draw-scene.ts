import { drawEmote } from './draw-emote.js';
import { strokeText, wrapped } from './stroke-font.js';
import { chanceOf, gradient, hsl, type Drawing, type Svg } from './svg.js';

const COVER = { width: 285, height: 380 };
const WIDE = { width: 640, height: 360 };

function hills(
  chance: ReturnType<typeof chanceOf>,
  { width, height }: { readonly width: number; readonly height: number },
  hue: number,
): string {
  return [0, 1, 2]
    .map((layer) => {
      const base = height * (0.55 + layer * 0.14);
      const peaks = Array.from(
        { length: 6 },
        (_, i) =>
          `${String(Math.round((width * i) / 5))} ${String(Math.round(base - chance.int(0, Math.round(height * 0.16))))}`,
      );
      return `<path d="M0 ${String(height)}L${peaks.join('L')}L${String(width)} ${String(height)}Z" fill="${hsl(hue + layer * 12, 42, 34 - layer * 9)}"/>`;
    })
    .join('');
}

/** A motif (boards, waves, rings) for the kind of category. */
function motif(chance: ReturnType<typeof chanceOf>, hue: number): string {
  const [kind, light] = [chance.int(0, 3), hsl(hue + 40, 80, 72)];
  if (kind === 0)
    return Array.from(
      { length: 32 },
      (_, i) =>
        `<rect x="${String(44 + (i % 4) * 50 + (Math.floor(i / 4) % 2) * 25)}" y="${String(50 + Math.floor(i / 4) * 25)}" width="25" height="25" fill="${light}" opacity=".8"/>`,
    ).join('');
  if (kind === 1)
    return Array.from(
      { length: 7 },
      (_, i) =>
        `<path d="M0 ${String(70 + i * 26)}q36-30 71 0t71 0 71 0 72 0" fill="none" stroke="${light}" stroke-width="6" opacity="${(0.9 - i * 0.1).toFixed(1)}"/>`,
    ).join('');
  if (kind === 2)
    return Array.from(
      { length: 5 },
      (_, i) =>
        `<circle cx="142" cy="150" r="${String(20 + i * 24)}" fill="none" stroke="${light}" stroke-width="${String(11 - i * 2)}"/>`,
    ).join('');
  return Array.from(
    { length: 9 },
    (_, i) =>
      `<rect x="${String(28 + i * 26)}" y="${String(230 - chance.int(30, 170))}" width="16" height="190" rx="8" fill="${light}" opacity=".85"/>`,
  ).join('');
}

/** A cover with the category's name. */
export const drawBoxArt =
  (categoryId: string, name: string): Drawing =>
  () => {
    const chance = chanceOf(`box ${categoryId}`);
    const hue = chance.int(0, 359);
    const lines = wrapped(name, 26, COVER.width - 40).slice(0, 4);
    const top = COVER.height - 26 - lines.length * 38;
    const title = lines
      .map((line, i) =>
        strokeText(line, {
          x: COVER.width / 2,
          y: top + 6 + i * 38,
          height: Math.min(26, (26 * 10) / Math.max(10, line.length)),
          color: '#fff',
          anchor: 'middle',
        }),
      )
      .join('');
    return {
      ...COVER,
      body: `<defs>${gradient('sky', hsl(hue, 70, 30), hsl(hue + 30, 75, 55), hsl(hue + 60, 80, 70))}</defs><rect width="285" height="380" fill="url(#sky)"/>${motif(chance, hue)}${hills(chance, COVER, hue)}<rect y="${String(top - 18)}" width="285" height="${String(COVER.height - top + 18)}" fill="#0b0810" opacity=".62"/>${title}`,
    };
  };

/** Profile image of an account: its face on its colour. */
export const drawAvatar =
  (id: string): Drawing =>
  () => {
    const hue = chanceOf(`avatar ${id}`).int(0, 359);
    return {
      width: 300,
      height: 300,
      body: `<rect width="300" height="300" fill="${hsl(hue, 45, 30)}"/><circle cx="150" cy="330" r="170" fill="${hsl(hue + 20, 50, 42)}"/><g transform="translate(38 30) scale(8)">${drawEmote(`avatar ${id}`, false)(0).body}</g>`,
    };
  };

const SUN_WAY_MS = 600_000;

/** A stream's preview at a time: the sun moves. @param caption in the middle; none if empty */
export function scene(id: string, caption: string, at: number): Svg {
  const chance = chanceOf(`scene ${id}`);
  const hue = chance.int(0, 359);
  const sun = 60 + ((at % SUN_WAY_MS) / SUN_WAY_MS) * 520;
  return {
    ...WIDE,
    body: `<defs>${gradient('sky', hsl(hue, 55, 22), hsl(hue + 25, 65, 48))}</defs><rect width="640" height="360" fill="url(#sky)"/><circle cx="${sun.toFixed(0)}" cy="110" r="42" fill="${hsl(hue + 60, 90, 76)}"/>${hills(chance, WIDE, hue)}${strokeText(caption, { x: 320, y: 150, height: Math.min(48, 600 / Math.max(8, caption.length)), color: '#fff', anchor: 'middle' })}`,
  };
}
