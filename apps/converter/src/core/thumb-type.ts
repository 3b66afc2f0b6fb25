import { type ThumbFormat } from '#libs/contracts';

/** What a picture is served as. */
export const THUMB_TYPE = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  ThumbFormat,
  string
>;
