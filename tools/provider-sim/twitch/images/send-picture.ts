import type { SiteExchange } from '../site.js';
import type { PictureBytes } from './picture.js';

const MAX_ENTRIES = 2000;
const retained = new Map<string, Promise<PictureBytes>>();

/** The image with this name; drawn once, then cached. */
export function drawn(name: string, draw: () => Promise<PictureBytes>): Promise<PictureBytes> {
  const found = retained.get(name);
  if (found) return found;
  const made = draw();
  retained.set(name, made);
  /* A failed image is drawn again at the next request. */
  made.catch(() => {
    retained.delete(name);
  });
  for (const oldest of retained.keys())
    if (retained.size > MAX_ENTRIES) retained.delete(oldest);
    else break;
  return made;
}

/**
 * Sends an image as a CDN does; null: 404.
 * @param maxAgeS cache time; short for the name of an image that changes
 */
export function sendPicture({ request, response }: SiteExchange, picture: PictureBytes | null, maxAgeS = 86_400): void {
  const cors = { 'access-control-allow-origin': '*' };
  if (!picture) {
    response.writeHead(404, { 'content-type': 'text/plain', ...cors }).end('Not Found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': picture.type,
    'content-length': picture.body.length,
    'cache-control': `public, max-age=${String(maxAgeS)}`,
    ...cors,
  });
  response.end(request.method === 'HEAD' ? undefined : picture.body);
}
