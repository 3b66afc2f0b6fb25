import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type VideoArchive } from '#libs/providers';
import { type Sites } from './sites.js';

/**
 * Past broadcasts of a channel at its site.
 * @throws UserError `no-past`: this kind of channel has no videos at its site
 */
export function videoArchiveOf(sites: Sites, providerKind: string): VideoArchive {
  const { videoArchive } = sites.of(providerKind);
  if (!videoArchive) throw new UserError(message('error.no-past.channel'));
  return videoArchive;
}
