import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

/** The error for a video that the site certainly does not have (any more). */
export const videoMissing = (id: string): UserError =>
  new UserError(message('error.video-missing.twitch', { id }), { status: 404 });
