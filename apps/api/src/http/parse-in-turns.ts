import { UserError } from '#libs/errors';
import { endOfString, exceededBound, yieldTurn } from '#libs/input';
import { message } from '#libs/messages';
import { jsonTooDeep, MAX_JSON_DEPTH } from './json-depth.js';

/** Parsed in one go: takes some ms at most. */
const SMALL_CHARS = 64 * 1024;
/** Elements or members of one larger list or object. */
const MAX_CHILDREN = 20_000;
/** Blanks in a row. More of them only cost time. */
const MAX_BLANKS = 4096;

const [QUOTE, COLON] = [34, 58];

/**
 * Like `JSON.parse`, for a text of several MB: other work of the process goes on in between. Returns the same value.
 * @param level lists and objects around the text
 * @throws UserError `malformed-json`: also for thousands of blanks in a row; `json-too-deep`; `body-too-large` (413): a
 *   list or an object is too large
 */
export async function parseInTurns(text: string, level = 0): Promise<unknown> {
  await yieldTurn();
  const from = skipBlanks(text, 0);
  const isObject = text[from] === '{';
  if (text.length <= SMALL_CHARS || (!isObject && text[from] !== '[')) {
    if (exceededBound(text, { depth: MAX_JSON_DEPTH - level }) !== null) throw jsonTooDeep();
    return parse(text);
  }
  if (level === MAX_JSON_DEPTH) throw jsonTooDeep();
  return isObject ? await parseObject(text, from, level) : await parseList(text, from, level);
}

async function parseList(text: string, from: number, level: number): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const piece of children(text, from, ']')) list.push(await parseInTurns(piece, level + 1));
  return list;
}

async function parseObject(text: string, from: number, level: number): Promise<object> {
  const members: [string, unknown][] = [];
  for (const piece of children(text, from, '}')) {
    const start = skipBlanks(piece, 0);
    const nameEnd = piece.charCodeAt(start) === QUOTE ? endOfString(piece, start) + 1 : piece.length;
    const colon = skipBlanks(piece, nameEnd);
    if (piece.charCodeAt(colon) !== COLON) throw malformed();
    members.push([parse(piece.slice(start, nameEnd)) as string, await parseInTurns(piece.slice(colon + 1), level + 1)]);
  }
  // Unlike an assignment, this keeps a member `__proto__` a member.
  return Object.fromEntries(members);
}

/** The texts between the brackets and commas of a list or object that starts at `from` and is the whole text. */
function* children(text: string, from: number, close: string): Generator<string> {
  let at = skipBlanks(text, from + 1);
  if (text[at] !== close) {
    for (let n = 0; ; n += 1) {
      if (n === MAX_CHILDREN) throw tooMany();
      const end = endOfChild(text, at);
      yield text.slice(at, end);
      at = end;
      if (text[at] !== ',') break;
      at += 1;
    }
  }
  if (text[at] !== close || skipBlanks(text, at + 1) < text.length) throw malformed();
}

/** @returns the position of the comma or bracket after the child that starts at `from` */
function endOfChild(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (depth === 0 && (char === 44 || isClose(char))) return at;
    else depth += isOpen(char) ? 1 : isClose(char) ? -1 : 0;
  }
  return text.length;
}

const isOpen = (char: number): boolean => char === 123 || char === 91;
const isClose = (char: number): boolean => char === 125 || char === 93;

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length && ' \t\n\r'.includes(text.charAt(at)); at += 1)
    if (at - from === MAX_BLANKS) throw malformed();
  return at;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

const malformed = (): UserError => new UserError(message('error.malformed-json'));
const tooMany = (): UserError =>
  new UserError(message('error.body-too-large.parts', { most: MAX_CHILDREN }), { status: 413 });
