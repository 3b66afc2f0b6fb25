import { clamp } from '../../lib/clamp.js';

export const DELETED_STYLES = ['struck', 'placeholder', 'hidden'] as const;
export const CHAT_SIDES = ['right', 'left'] as const;

/**
 * Chat settings of this browser. `offsets`: seconds per VOD, added to the video's time if chat is early or late; newest
 * last. `hiddenWords`: separated by spaces or commas.
 */
export interface ChatSettings {
  readonly shown: boolean;
  readonly side: (typeof CHAT_SIDES)[number];
  readonly timestamps: boolean;
  readonly badges: boolean;
  readonly emotes: boolean;
  readonly deleted: (typeof DELETED_STYLES)[number];
  readonly fontPx: number;
  readonly widthPx: number;
  readonly hiddenWords: string;
  readonly offsets: Readonly<Record<string, number>>;
}

export const FONT_PX = { min: 11, max: 28 } as const;
export const WIDTH_PX = { min: 240, max: 600 } as const;
export const OFFSET_S = { min: -600, max: 600 } as const;
const MAX_OFFSETS = 200;

export const CHAT_DEFAULTS: ChatSettings = {
  shown: true,
  side: 'right',
  timestamps: false,
  badges: true,
  emotes: true,
  deleted: 'struck',
  fontPx: 14,
  widthPx: 340,
  hiddenWords: '',
  offsets: {},
};

const inside = (
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
  otherwise: number,
): number => (typeof value === 'number' && Number.isFinite(value) ? clamp(value, min, max) : otherwise);
const oneOf = <T extends string>(value: unknown, options: readonly T[], otherwise: T): T =>
  options.find((o) => o === value) ?? otherwise;
const asBoolean = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise);

/** Reads stored settings of any version; an invalid value becomes its default. */
export function readChatSettings(stored: unknown): ChatSettings {
  const s: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const d = CHAT_DEFAULTS;
  return {
    shown: asBoolean(s['shown'], d.shown),
    timestamps: asBoolean(s['timestamps'], d.timestamps),
    badges: asBoolean(s['badges'], d.badges),
    emotes: asBoolean(s['emotes'], d.emotes),
    side: oneOf(s['side'], CHAT_SIDES, d.side),
    deleted: oneOf(s['deleted'], DELETED_STYLES, d.deleted),
    fontPx: inside(s['fontPx'], FONT_PX, d.fontPx),
    widthPx: inside(s['widthPx'], WIDTH_PX, d.widthPx),
    hiddenWords: typeof s['hiddenWords'] === 'string' ? s['hiddenWords'] : d.hiddenWords,
    offsets: offsetsOf(s['offsets']),
  };
}

function offsetsOf(stored: unknown): Readonly<Record<string, number>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored)
      .map(([uuid, s]) => [uuid, inside(s, OFFSET_S, 0)] as const)
      .filter(([, s]) => s !== 0)
      .slice(-MAX_OFFSETS),
  );
}
