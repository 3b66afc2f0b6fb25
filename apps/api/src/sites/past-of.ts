import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Past } from '#libs/providers';
import { type Sites } from './sites.js';

/**
 * What the site of a channel keeps of the past.
 * @throws UserError `no-past` - this kind of channel has no videos at its site
 */
export function pastOf(sites: Sites, providerKind: string): Past {
  const { past } = sites.of(providerKind);
  if (!past) throw new UserError(message('error.no-past.channel'));
  return past;
}
