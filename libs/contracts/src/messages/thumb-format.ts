/** Formats of pictures that we make (v0 `thumbnail_format`). */
export const THUMB_FORMATS = ['jpg', 'png', 'webp'] as const;
export type ThumbFormat = (typeof THUMB_FORMATS)[number];
