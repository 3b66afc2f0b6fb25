import { type ChatAuthor } from '#libs/contracts';
import { hashOf } from './hash-of.js';

/**
 * The 15 colours for viewers who chose none (protocols.md 4.5: fixed, by hash, not on the wire; the list is the one
 * chat clients and TwitchDownloader share).
 */
export const DEFAULT_NAME_COLOURS = [
  '#ff0000',
  '#0000ff',
  '#00ff00',
  '#b22222',
  '#ff7f50',
  '#9acd32',
  '#ff4500',
  '#2e8b57',
  '#daa520',
  '#d2691e',
  '#5f9ea0',
  '#1e90ff',
  '#ff69b4',
  '#8a2be2',
  '#00ff7f',
] as const;

const HEX = /^#[0-9a-f]{6}$/i;

/** The colour a viewer chose, or the one that their login always gets. Lower-case `#rrggbb`. */
export function nameColourOf({ color, login }: Pick<ChatAuthor, 'color' | 'login'>): string {
  if (color !== null && HEX.test(color)) return color.toLowerCase();
  return DEFAULT_NAME_COLOURS[hashOf(login.toLowerCase()) % DEFAULT_NAME_COLOURS.length] ?? DEFAULT_NAME_COLOURS[0];
}
