import { createHash } from 'node:crypto';

/** Size of box art on every page, in pixels. */
const ART = { width: '140', height: '190' } as const;

/** The address of a picture in the one size that we use. */
export const sizedUrl = (url: string): string => url.replace('{width}', ART.width).replace('{height}', ART.height);

/** Names a picture by its address, so that the same one is kept once. */
export const pictureId = (url: string): string =>
  createHash('sha256').update(sizedUrl(url)).digest('base64url').slice(0, 22);

/** Our own address of a site's picture; browsers never ask the site. Empty for none. */
export const pictureAddress = (basepath: string, url: string): string =>
  url === '' ? '' : `${basepath}/cache/pictures/${pictureId(url)}`;
