import {
  type LayoutScales,
  type LayoutStyle,
  type LayoutTexts,
  PLAIN_SCALES,
  type ShowOptions,
} from '#libs/chat-layout';
import { type ChatAssets } from '#libs/contracts';
import { siteUrl } from '../../lib/basepath.js';
import { type ChatSettings } from './chat-settings.js';

/** Denser than a rendered chat, because the panel is read from nearer. */
const PANEL_SCALES: LayoutScales = {
  ...PLAIN_SCALES,
  emote: 0.82,
  badge: 0.82,
  emoji: 0.98,
  vertical: 0.46,
  sidePadding: 4,
  sectionHeight: 0.88,
  accentStroke: 0.64,
  accentIndent: 0.55,
  wordSpace: 1.1,
};

/**
 * Everything except the messages that determines how lines look. A new object per change, so that lines are laid out
 * again only then.
 */
export interface ChatStyle {
  readonly style: LayoutStyle;
  readonly show: ShowOptions;
  readonly texts: LayoutTexts;
}

export const chatStyleOf = (
  settings: Pick<ChatSettings, 'fontPx' | 'timestamps' | 'badges' | 'emotes' | 'deleted'>,
  width: number,
  texts: LayoutTexts,
): ChatStyle => ({
  style: { fontPx: settings.fontPx, width, scales: PANEL_SCALES },
  show: {
    timestamps: settings.timestamps,
    badges: settings.badges,
    emotes: settings.emotes,
    deleted: settings.deleted === 'placeholder' ? 'placeholder' : 'struck',
  },
  texts,
});

interface AssetPicture {
  readonly url: string;
  readonly title: string;
}

/** Stored images by the key of their box: emotes and cheers by asset key, badges by `set/version`. */
export type AssetIndex = ReadonlyMap<string, AssetPicture>;

export function indexAssets({ emotes, badges, cheers }: ChatAssets): AssetIndex {
  return new Map([
    ...emotes.map((e) => [e.key, { url: siteUrl(e.url), title: e.name }] as const),
    ...badges.map((b) => [`${b.set}/${b.version}`, { url: siteUrl(b.url), title: b.title }] as const),
    ...cheers.map((c) => [c.key, { url: siteUrl(c.url), title: c.prefix }] as const),
  ]);
}
