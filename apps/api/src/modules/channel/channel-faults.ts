import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

export const CHANNEL_MISSING = (): UserError => new UserError(message('error.channel-missing'), { status: 404 });
