import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { sizeText } from './size-text.js';

/** Maximum length of one value in memory, in characters: far above any embedded picture. */
const MAX_VALUE_CHARS = 64 * 1024 * 1024;
const [QUOTE, BACKSLASH, SLASH, STAR, COMMA] = [34, 92, 47, 42, 44];

/**
 * Reads a JSON text value by value; only the current value is in memory. Accepts common irregularities: extra white
 * space, `//` and `/*` comments, and surplus commas (docs/reference/twitch.md#chat-files). Detects where a value ends,
 * but does not validate it.
 */
export class JsonText {
  private text = '';
  private at = 0;
  private isOver = false;
  private readonly source: AsyncIterator<string>;

  /** @param maxChars maximum length of one value, and of the blanks and comments between two values */
  constructor(
    source: AsyncIterable<string>,
    private readonly maxChars = MAX_VALUE_CHARS,
  ) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Releases the source before its end. */
  async close(): Promise<void> {
    await this.source.return?.();
  }

  /** Skips white space, comments and commas. @returns the next character, empty at the end of the text */
  async nextChar(): Promise<string> {
    for (let skipped = 0; ;) {
      const from = this.at;
      while (this.at < this.text.length && isBlank(this.text.charCodeAt(this.at))) this.at += 1;
      skipped += this.at - from;
      if (skipped > this.maxChars) throw longValue(this.maxChars);
      if (this.at >= this.text.length) {
        if (!(await this.readMore())) return '';
        continue;
      }
      if (this.text.charCodeAt(this.at) !== SLASH) return this.text.charAt(this.at);
      await this.skipComment();
    }
  }

  /** Skips this character if it is the next one. @returns whether it was */
  async skip(char: string): Promise<boolean> {
    if ((await this.nextChar()) !== char) return false;
    this.at += 1;
    return true;
  }

  /** Skips this character, which must be the next one. @throws UserError `chat-unreadable` if it is not */
  async expect(char: string): Promise<void> {
    if (!(await this.skip(char))) throw new UserError(message('error.chat-unreadable.missing-character', { char }));
  }

  /** The next value as written. @throws UserError `chat-unreadable` if the text ends within it */
  async readValue(): Promise<string> {
    await this.nextChar();
    let depth = 0;
    for (let end = this.at; ; end += 1) {
      while (end >= this.text.length) {
        end -= this.at;
        if (!(await this.readMore())) return this.lastValue(depth);
      }
      const char = this.text.charCodeAt(end);
      const last = this.endOfPiece(end, char);
      // An await for each character would take most of the time.
      end = typeof last === 'number' ? last : await last;
      depth += depthChange(char);
      if (isLast(char, depth)) return this.takeUntil(end + 1);
      if (isAfterEnd(char, depth)) return this.takeUntil(end);
    }
  }

  /** Skips the next value. An object, a list or a string may be of any length. @throws UserError `chat-unreadable` */
  async skipValue(): Promise<void> {
    if (!/["[{]/.test(await this.nextChar())) {
      await this.readValue();
      return;
    }
    let depth = 0;
    do {
      const char = (await this.nextChar()).charCodeAt(0);
      if (Number.isNaN(char)) throw new UserError(message('error.chat-unreadable.cut-off'));
      this.at += 1;
      if (char === QUOTE) await this.skipRestOfString();
      depth += depthChange(char);
    } while (depth > 0);
  }

  private async skipRestOfString(): Promise<void> {
    for (;;) {
      while (this.at < this.text.length) {
        const char = this.text.charCodeAt(this.at);
        this.at += char === BACKSLASH ? 2 : 1;
        if (char === QUOTE) return;
      }
      const beyond = this.at - this.text.length;
      if (!(await this.readMore())) throw new UserError(message('error.chat-unreadable.cut-off-in-text'));
      this.at = beyond;
    }
  }

  /** End position of the string or comment that starts here; otherwise the position itself. */
  private endOfPiece(from: number, char: number): number | Promise<number> {
    if (char === QUOTE) {
      const end = this.closingQuote(from + 1, from);
      return end < 0 ? this.endOfString(from) : end;
    }
    return char === SLASH ? this.endOfComment(from) : from;
  }

  private takeUntil(end: number): string {
    const value = this.text.slice(this.at, end);
    if (value.length > this.maxChars) throw longValue(this.maxChars);
    this.at = end;
    return value;
  }

  /** The last value of the text. Only a bare value, such as a number, may end there; any other one is incomplete. */
  private lastValue(depth: number): string {
    const value = this.takeUntil(this.text.length);
    if (depth > 0 || value === '') throw new UserError(message('error.chat-unreadable.cut-off'));
    return value;
  }

  /** @returns the position of the first quote from `at` that ends the string that starts at `from`, or -1 */
  private closingQuote(at: number, from: number): number {
    let end = this.text.indexOf('"', at);
    while (end >= 0 && this.isEscaped(end, from)) end = this.text.indexOf('"', end + 1);
    return end;
  }

  /** @returns the position of the closing quote; the text before `this.at` may be released meanwhile */
  private async endOfString(from: number): Promise<number> {
    let at = from + 1;
    for (;;) {
      const end = this.closingQuote(at, from);
      if (end >= 0) return end;
      from -= this.at;
      const seen = this.text.length - this.at;
      if (!(await this.readMore())) throw new UserError(message('error.chat-unreadable.cut-off-in-text'));
      at = seen + this.at;
      from += this.at;
    }
  }

  private isEscaped(at: number, from: number): boolean {
    let marks = 0;
    while (at - 1 - marks > from && this.text.charCodeAt(at - 1 - marks) === BACKSLASH) marks += 1;
    return marks % 2 === 1;
  }

  private async skipComment(): Promise<void> {
    this.at = (await this.endOfComment(this.at)) + 1;
  }

  /** @returns the position of the last character of the comment */
  private async endOfComment(from: number): Promise<number> {
    for (;;) {
      if (from + 1 < this.text.length) {
        const isBlock = this.text.charCodeAt(from + 1) === STAR;
        const end = this.text.indexOf(isBlock ? '*/' : '\n', from + 2);
        if (end >= 0) return isBlock ? end + 1 : end;
      }
      from -= this.at;
      if (!(await this.readMore())) return this.text.length - 1;
      from += this.at;
    }
  }

  /**
   * Reads more text and releases what has been read. Reads at least as much as the unfinished value already has:
   * otherwise a long value in small pieces would be copied once for each piece.
   * @returns false at the end of the text
   */
  private async readMore(): Promise<boolean> {
    const held = this.text.slice(this.at);
    if (held.length > this.maxChars) throw longValue(this.maxChars);
    const pieces: string[] = [];
    let chars = 0;
    while (!this.isOver && chars <= held.length) {
      const next = await this.source.next();
      const piece = next.done === true ? '' : next.value;
      this.isOver = next.done === true;
      pieces.push(piece);
      chars += piece.length;
    }
    if (chars === 0) return false;
    this.text = [held, ...pieces].join('');
    this.at = 0;
    return true;
  }
}

/** @param most in characters */
export const longValue = (most: number): UserError =>
  new UserError(message('error.chat-unreadable.long-value', { most: sizeText(most) }));

const isBlank = (char: number): boolean =>
  char === 32 || (char >= 9 && char <= 13) || char === COMMA || char === 0xfeff;
const depthChange = (char: number): number => (char === 123 || char === 91 ? 1 : isClose(char) ? -1 : 0);
const isClose = (char: number): boolean => char === 125 || char === 93;
/** Whether the character ends a value (isLast) or follows it (isAfterEnd). */
const isLast = (char: number, depth: number): boolean => depth === 0 && (char === QUOTE || isClose(char));
const isAfterEnd = (char: number, depth: number): boolean => depth < 0 || (depth === 0 && isBlank(char));

/**
 * Parses a value that may contain comments and surplus commas.
 * @throws UserError `chat-unreadable`
 */
export function parseLenient(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    /* the value may only be irregular: parse it leniently below */
  }
  try {
    return JSON.parse(tidy(raw));
  } catch {
    throw new UserError(message('error.chat-unreadable.part-no-json', { text: raw.slice(0, 40) }));
  }
}

/**
 * Strings remain unchanged. The patterns match them without backtracking, because a string can contain a whole picture.
 * A string or comment without an end reaches to the end of the text; otherwise each of its quotes would be tried.
 */
const TEXT_OR_COMMENT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const TEXT_OR_LAST_COMMA = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|,(?=\s*[}\]])/g;
const tidy = (raw: string): string =>
  raw
    .replaceAll(TEXT_OR_COMMENT, (piece) => (piece.startsWith('"') ? piece : ' '))
    .replaceAll(TEXT_OR_LAST_COMMA, (piece) => (piece === ',' ? '' : piece));
