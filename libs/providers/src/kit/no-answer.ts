import { causeOf, isAppError, localizedOf } from '#libs/errors';
import { message, type MessageParam, type OwnMessage } from '#libs/messages';

const CLOSED = message('site.connection-closed');
const TOO_LATE = message('site.no-answer-in-time');
const REASON_BY_CODE: Readonly<Record<string, OwnMessage>> = {
  ENOTFOUND: message('site.host-unknown'),
  EAI_AGAIN: message('site.host-not-looked-up'),
  ECONNREFUSED: message('site.connection-refused'),
  ECONNRESET: CLOSED,
  ETIMEDOUT: TOO_LATE,
  UND_ERR_CONNECT_TIMEOUT: TOO_LATE,
  UND_ERR_SOCKET: CLOSED,
};

/** Why a server did not answer, for the operator: a message, or the text of the error. */
export function reasonOf(thrown: unknown): MessageParam {
  if (isAppError(thrown)) return localizedOf(thrown);
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  return REASON_BY_CODE[code] ?? causeOf(thrown);
}
