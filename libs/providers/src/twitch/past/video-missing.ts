import { UserError } from '#libs/errors';

/** A video that the site certainly does not have (any more). */
export const videoMissing = (id: string): UserError =>
  new UserError(
    'video-missing',
    `Twitch has no video ${id} (any more): it was deleted, is private, or its time was over.`,
    { status: 404 },
  );
