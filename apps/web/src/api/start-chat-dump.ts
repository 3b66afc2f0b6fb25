import { dumpChat } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Starts the job that writes down a channel's chat until it is stopped. */
export function startChatDump(login: string) {
  return call(dumpChat, { body: { login } });
}
