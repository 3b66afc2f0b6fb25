import { type ThumbFormat } from '#libs/contracts';

/** Content types of thumbnails. */
export const THUMB_TYPE = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  ThumbFormat,
  string
>;
