import { UserError } from '#libs/errors';
import { exceededBound } from '#libs/input';
import { message } from '#libs/messages';
import { longValue, parseLenient } from '../twitch-downloader/json-text.js';

/**
 * Maximum length of a message with everything around its text, in characters. The sites allow texts of 500 characters,
 * which have at most 40 kB if each word is an emote.
 */
export const MAX_MESSAGE_CHARS = 128 * 1024;
const MAX_DEPTH = 32;
/** Members and elements of a message. A message of 500 characters has at most some hundred fragments. */
const MAX_PARTS = 10_000;

/**
 * Parses a message of a file that nobody has checked. Its size is bounded first, so that parsing and validating it take
 * some ms at most.
 * @throws UserError `chat-unreadable`
 */
export function parseMessage(raw: string): unknown {
  if (raw.length > MAX_MESSAGE_CHARS) throw longValue(MAX_MESSAGE_CHARS);
  refuseLarge(raw);
  return parseLenient(raw);
}

function refuseLarge(raw: string): void {
  const exceeded = exceededBound(raw, { parts: MAX_PARTS, depth: MAX_DEPTH });
  if (exceeded === 'depth') throw new UserError(message('error.chat-unreadable.nested', { most: MAX_DEPTH }));
  if (exceeded === 'parts') throw new UserError(message('error.chat-unreadable.many-parts', { most: MAX_PARTS }));
}
