/**
 * What a piece of text is to the reader; the renderer colours by it. `mark`: said by us about a message (removed, and
 * by whom). `label`: why a message stands out.
 */
export type TextRole =
  'time' | 'name' | 'body' | 'action' | 'mention' | 'link' | 'cheer' | 'emote' | 'reply' | 'system' | 'label' | 'mark';

/** Where a click on a text leads: to a viewer (by login), to an address, or nowhere. */
export type TextTarget = { readonly login: string } | { readonly url: string } | null;

export interface TextItem {
  readonly kind: 'text';
  readonly text: string;
  readonly role: TextRole;
  readonly px: number;
  readonly bold: boolean;
  readonly struck: boolean;
  readonly target: TextTarget;
}

/**
 * A fixed box. `key`: an emote's or cheer's asset key, a badge's `set/version`, an emoji itself. `overlays`: zero-width
 * emotes drawn over it, centred, in order.
 */
export interface PictureItem {
  readonly kind: 'picture';
  readonly what: 'emote' | 'badge' | 'cheer' | 'emoji';
  readonly key: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly struck: boolean;
  readonly overlays: readonly PictureItem[];
}

/** Empty width. `glued`: no line ends here. */
export interface GapItem {
  readonly kind: 'gap';
  readonly width: number;
  readonly glued: boolean;
}

export type Item = TextItem | PictureItem | GapItem;

/** Items that stand on lines of their own. `cut`: one line, the rest replaced by an ellipsis. */
export interface Section {
  readonly items: readonly Item[];
  readonly cut: boolean;
}
