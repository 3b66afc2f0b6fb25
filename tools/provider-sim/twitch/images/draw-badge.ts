import { strokeText } from './stroke-font.js';
import { chanceOf, hsl, star, type Drawing } from './svg.js';

const SIZE = 18;
const WHITE = 'fill="#fff"';
const plate = (color: string, icon: string): string => `<rect width="18" height="18" rx="3" fill="${color}"/>${icon}`;
const letters = (text: string): string => strokeText(text, { x: 9, y: 5, height: 8, color: '#fff', anchor: 'middle' });

/** Icons of well-known badges, in their colours. */
const KNOWN: Readonly<Record<string, string>> = {
  'broadcaster': plate(
    '#e91916',
    `<rect x="3" y="5.5" width="8" height="7" rx="1.5" ${WHITE}/><path d="M11.5 8.5L15 6v6l-3.5-2.5z" ${WHITE}/>`,
  ),
  'moderator': plate(
    '#00ad03',
    '<path d="M4 14l7.5-7.5M3.5 11l3.5 3.5M11 7l3-4" stroke="#fff" stroke-width="2" stroke-linecap="round"/>',
  ),
  'vip': plate('#e005b9', `<path d="M5.5 4.5h7L15 8l-6 6.5L3 8z" ${WHITE}/>`),
  'partner': plate(
    '#9146ff',
    '<path d="M5 9.5l3 3 5.5-6.5" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  ),
  'premium': plate('#0e9bd8', `<path d="M3 13V6l3 2.5L9 4l3 4.5L15 6v7z" ${WHITE}/>`),
  'turbo': plate('#59399a', `<path d="M3 6h10v6H3zM13.5 8h1.5v2h-1.5z" ${WHITE}/>`),
  'staff': plate(
    '#200f33',
    '<path d="M5 13l6-6M10 4a3 3 0 1 0 4 4" stroke="#fff" stroke-width="2" stroke-linecap="round" fill="none"/>',
  ),
  'global_mod': plate(
    '#0c6f20',
    '<path d="M4 4l10 10M14 4L4 14" stroke="#fff" stroke-width="2" stroke-linecap="round"/>',
  ),
  'no_audio': plate(
    '#53535f',
    `<path d="M3.5 7.5h3L10 5v8l-3.5-2.5h-3z" ${WHITE}/><path d="M12 7l3 4M15 7l-3 4" stroke="#fff" stroke-width="1.3"/>`,
  ),
  'no_video': plate(
    '#53535f',
    `<circle cx="9" cy="9" r="2" ${WHITE}/><path d="M3 9q6-6 12 0q-6 6-12 0M4 14L14 4" fill="none" stroke="#fff" stroke-width="1.3"/>`,
  ),
  'sub-gifter': plate(
    '#7a3cc9',
    `<path d="M4 8h10v6H4zM3.5 5.5h11v2h-11z" ${WHITE}/><path d="M9 5v9" stroke="#7a3cc9" stroke-width="1.5"/>`,
  ),
};
const BITS: readonly (readonly [from: number, color: string])[] = [
  [100_000, '#f3a71a'],
  [10_000, '#f43021'],
  [5000, '#0099fe'],
  [1000, '#1db2a5'],
  [100, '#9c3ee8'],
  [0, '#979797'],
];

/** The gem has one more corner at each step. */
const BIT_STEPS = [1000, 5000, 10_000, 25_000, 50_000, 75_000, Infinity];

function gem(version: string, userId: string | null): string {
  const bits = Number(version);
  const color = BITS.find(([from]) => bits >= from)?.[1] ?? '#979797';
  const body =
    bits >= 1000 ? star(BIT_STEPS.findIndex((from) => bits <= from) + 4, [9, 9], [8, 5]) : 'M9 1.5L15 12.5H3z';
  return `<path d="${body}" fill="${color}" stroke="${userId === null ? '#fff' : '#ffd76a'}" stroke-width="${userId === null ? '.5' : '1.5'}"/>`;
}

/** A star that grows with the months, in the channel's colour; tiers 2 and 3 have a ring. */
function subscriber(version: string, userId: string | null): string {
  const number = Number(version);
  const [tier, months] = [Math.floor(number / 1000), number % 1000];
  const hue = chanceOf(userId ?? 'everybody').int(0, 359) + months * 7;
  const ring =
    tier >= 2
      ? `<rect x=".8" y=".8" width="16.4" height="16.4" rx="2.6" fill="none" stroke="${tier === 2 ? '#dfe6ee' : '#ffcf4a'}" stroke-width="1.6"/>`
      : '';
  return plate(
    hsl(hue, 62, 40),
    `<path d="${star(4 + Math.min(6, Math.floor(Math.sqrt(months))), [9, 9], [6.5, 3.2])}" ${WHITE}/>${ring}`,
  );
}

function prediction(version: string): string {
  const [side = '', place = ''] = version.split('-');
  return plate(side === 'blue' ? '#387aff' : '#f5009b', letters(place));
}

function bodyOf(setId: string, version: string, userId: string | null): string {
  switch (setId) {
    case 'bits':
      return gem(version, userId);
    case 'subscriber':
      return subscriber(version, userId);
    case 'predictions':
      return prediction(version);
    default:
      return KNOWN[setId] ?? plate(hsl(chanceOf(setId).int(0, 359), 45, 42), letters(setId.slice(0, 2)));
  }
}

/** Some badges of one set differ only by their version: the image shows its first digit in the corner. */
const NUMBERED = new Set(['sub-gifter', 'hype-train', 'bits-leader']);

export const drawBadge =
  ({
    setId,
    version,
    userId,
  }: {
    readonly setId: string;
    readonly version: string;
    readonly userId: string | null;
  }): Drawing =>
  () => {
    const corner = NUMBERED.has(setId)
      ? strokeText(version.slice(0, 3), { x: 9, y: 12.5, height: 4.5, color: '#ffd76a', anchor: 'middle' })
      : '';
    return { width: SIZE, height: SIZE, body: bodyOf(setId, version, userId) + corner };
  };
