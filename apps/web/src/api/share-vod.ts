import { vodShare } from '#libs/contracts';
import { call } from '../lib/call.js';
import { siteUrl } from '../lib/basepath.js';

/**
 * An address that an external player opens without a login. Whole, with this page's origin, when the server gives a
 * path.
 */
export async function shareVod(uuid: string): Promise<string> {
  const { data } = await call(vodShare, { params: { uuid } });
  return new URL(siteUrl(data.url), location.origin).href;
}
