import { createHash } from 'node:crypto';

/** Size of box art on every page, in pixels. */
const BOX_ART_SIZE = { width: '140', height: '190' } as const;

/** The image URL with the size that Vodkeep uses. */
export const sizedUrl = (url: string): string =>
  url.replace('{width}', BOX_ART_SIZE.width).replace('{height}', BOX_ART_SIZE.height);

/** Id of an image, derived from its URL, so that each image is stored once. */
export const pictureId = (url: string): string =>
  createHash('sha256').update(sizedUrl(url)).digest('base64url').slice(0, 22);

/** Vodkeep's own URL of a site's image, so that browsers send no request to the site. Empty if there is no image. */
export const pictureAddress = (basepath: string, url: string): string =>
  url === '' ? '' : `${basepath}/cache/pictures/${pictureId(url)}`;
