/**
 * Role of a text, which decides its colour. `mark`: added by Vodkeep to a deleted message (removed, and by whom).
 * `label`: why a message is accented.
 */
export type TextRole =
  | 'time'
  | 'name'
  | 'body'
  | 'action'
  | 'mention'
  | 'link'
  | 'cheer'
  | 'emote'
  | 'reply'
  | 'system'
  | 'label'
  | 'mark';

/** Target of a click on a text: a viewer (by login), a URL, or none. */
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
 * A box of fixed size. `key`: the asset key of an emote or cheer, the `set/version` of a badge, the emoji itself.
 * `overlays`: zero-width emotes, drawn centred on top of it in this order.
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

/** An empty space. `glued`: no line break here. */
export interface GapItem {
  readonly kind: 'gap';
  readonly width: number;
  readonly glued: boolean;
}

export type Item = TextItem | PictureItem | GapItem;

/** Items on their own lines. `cut`: limited to one line that ends in an ellipsis if the text is longer. */
export interface Section {
  readonly items: readonly Item[];
  readonly cut: boolean;
}
