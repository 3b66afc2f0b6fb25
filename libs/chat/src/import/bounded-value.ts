import { UserError } from '#libs/errors';
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

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];

/**
 * Parses a message of a file that nobody has checked. Its size is bounded first, so that parsing and validating it take
 * some ms at most.
 * @throws UserError `chat-unreadable`
 */
export function parseMessage(raw: string): unknown {
  if (raw.length > MAX_MESSAGE_CHARS) throw longValue(MAX_MESSAGE_CHARS);
  refuseManyParts(raw);
  return parseLenient(raw);
}

function refuseManyParts(raw: string): void {
  let [depth, parts] = [0, 0];
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charCodeAt(at);
    if (char === QUOTE) at = endOfString(raw, at);
    const step = depthChange(char);
    depth += step;
    if (depth > MAX_DEPTH) throw new UserError(message('error.chat-unreadable.nested', { most: MAX_DEPTH }));
    if (step === 1 || char === COMMA) parts += 1;
    if (parts > MAX_PARTS) throw new UserError(message('error.chat-unreadable.many-parts', { most: MAX_PARTS }));
  }
}

const depthChange = (char: number): number => (char === 123 || char === 91 ? 1 : char === 125 || char === 93 ? -1 : 0);

function endOfString(raw: string, from: number): number {
  for (let at = from + 1; at < raw.length; at += 1) {
    const char = raw.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return raw.length;
}
