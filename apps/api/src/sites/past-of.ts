import { UserError } from '#libs/errors';
import { type Past } from '#libs/providers';
import { type Sites } from './sites.js';

/**
 * What the site of a channel keeps of the past.
 * @throws UserError `no-past` - this kind of channel has no videos at its site
 */
export function pastOf(sites: Sites, providerKind: string): Past {
  const { past } = sites.of(providerKind);
  if (!past) throw new UserError('no-past', 'The site of this channel keeps no VODs that could be asked for.');
  return past;
}
