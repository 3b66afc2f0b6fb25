import { UserError } from '#libs/errors';

export const CHANNEL_MISSING = (): UserError => new UserError('channel-missing', 'Channel not found', { status: 404 });
