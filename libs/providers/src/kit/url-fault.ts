import { UserError } from '#libs/errors';
import { type OwnMessage } from '#libs/messages';

/** A fault of what the operator entered as the address of a channel; the form shows it at that field. */
export const urlFault = (fault: OwnMessage): UserError =>
  new UserError(fault, { fields: [{ path: 'url', message: fault }] });
