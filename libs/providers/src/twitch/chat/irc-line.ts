/**
 * A parsed line of IRC. The text after ` :` is the last of `params`. Tag values are unescaped; an empty one is `''`.
 */
export interface IrcLine {
  readonly tags: Readonly<Record<string, string>>;
  readonly prefix: string;
  readonly command: string;
  readonly params: readonly string[];
}

const NO_TAGS: Readonly<Record<string, string>> = {};
const SPACE = 32;
const COLON = 58;
const AT = 64;

/**
 * Parses `[@tags ][:prefix ]COMMAND params [:trailing]` (RFC 1459 2.3.1, IRCv3 message tags,
 * https://dev.twitch.tv/docs/chat/irc/). Makes one pass over any line: a busy chat has thousands per second.
 * @param line without its CR LF
 * @returns null if it contains no command
 */
export function parseIrcLine(line: string): IrcLine | null {
  let at = 0;
  let tags = NO_TAGS;
  if (line.charCodeAt(0) === AT) {
    const end = wordEnd(line, 1);
    tags = parseTags(line.slice(1, end));
    at = skipSpaces(line, end);
  }
  let prefix = '';
  if (line.charCodeAt(at) === COLON) {
    const end = wordEnd(line, at + 1);
    prefix = line.slice(at + 1, end);
    at = skipSpaces(line, end);
  }
  const end = wordEnd(line, at);
  const command = line.slice(at, end);
  return command === '' ? null : { tags, prefix, command, params: parseParams(line, skipSpaces(line, end)) };
}

/** The login in `login!login@login.tmi.twitch.tv`; a server name is returned whole. */
export function nickOf({ prefix }: IrcLine): string {
  const end = prefix.indexOf('!');
  return end < 0 ? prefix : prefix.slice(0, end);
}

function wordEnd(line: string, from: number): number {
  const end = line.indexOf(' ', from);
  return end < 0 ? line.length : end;
}

function skipSpaces(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) === SPACE) at += 1;
  return at;
}

function parseParams(line: string, from: number): readonly string[] {
  const params: string[] = [];
  for (let at = from; at < line.length;) {
    if (line.charCodeAt(at) === COLON) {
      params.push(line.slice(at + 1));
      break;
    }
    const end = wordEnd(line, at);
    params.push(line.slice(at, end));
    at = skipSpaces(line, end);
  }
  return params;
}

function parseTags(text: string): Record<string, string> {
  const tags: Record<string, string> = {};
  for (let at = 0; at < text.length;) {
    let end = text.indexOf(';', at);
    if (end < 0) end = text.length;
    const tag = text.slice(at, end);
    const equals = tag.indexOf('=');
    if (equals < 0) tags[tag] = '';
    else tags[tag.slice(0, equals)] = unescapeTag(tag.slice(equals + 1));
    at = end + 1;
  }
  delete tags[''];
  return tags;
}

const ESCAPED: Readonly<Record<string, string>> = { 's': ' ', ':': ';', 'r': '\r', 'n': '\n' };

/** Drops a single `\` at the end; an unknown escape gives its character (IRCv3 message tags, "Escaping values"). */
function unescapeTag(value: string): string {
  let slash = value.indexOf('\\');
  if (slash < 0) return value;
  let text = '';
  let at = 0;
  while (slash >= 0) {
    const escaped = value.charAt(slash + 1);
    text += value.slice(at, slash) + (ESCAPED[escaped] ?? escaped);
    at = slash + 2;
    slash = value.indexOf('\\', at);
  }
  return text + value.slice(at);
}

/** A line has at most 8,191 bytes of tags and 512 others (IRCv3 message tags, "Size limit"). */
const MAX_CHARS = 16_384;

/** Splits socket data into lines. A frame may contain several lines, and a line may continue in the next frame. */
export class LineBuffer {
  private rest = '';

  /** @returns the complete lines, without their ends, and without empty ones and those that are too long for IRC */
  push(text: string): readonly string[] {
    const parts = (this.rest + text).split('\n');
    const rest = parts.pop() ?? '';
    this.rest = rest.length > MAX_CHARS ? '' : rest;
    return parts
      .map((part) => (part.endsWith('\r') ? part.slice(0, -1) : part))
      .filter((part) => part !== '' && part.length <= MAX_CHARS);
  }
}
