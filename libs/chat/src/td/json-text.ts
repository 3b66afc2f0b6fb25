import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

/** One value held as a whole may be so long, in characters: far above any embedded picture. */
const LONGEST = 64 * 1024 * 1024;
const [QUOTE, BACKSLASH, SLASH, STAR, COMMA] = [34, 92, 47, 42, 44];

/**
 * A JSON text that is read value by value, with no more of it in memory than the value that is read. Takes what people
 * write: blanks, `//` and `/*` comments, and commas too many (docs/reference/twitch.md#chat-files). Knows where a value
 * ends, not whether it is right.
 */
export class JsonText {
  private text = '';
  private at = 0;
  private isOver = false;
  private readonly source: AsyncIterator<string>;

  constructor(source: AsyncIterable<string>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Gives the source back before its end. */
  async close(): Promise<void> {
    await this.source.return?.();
  }

  /** Passes blanks, comments and commas. @returns the next character, empty at the end of the text */
  async next(): Promise<string> {
    for (;;) {
      while (this.at < this.text.length && isBlank(this.text.charCodeAt(this.at))) this.at += 1;
      if (this.at >= this.text.length) {
        if (!(await this.more())) return '';
        continue;
      }
      if (this.text.charCodeAt(this.at) !== SLASH) return this.text.charAt(this.at);
      await this.passComment();
    }
  }

  /** Passes this character if it is the next one. */
  async take(char: string): Promise<boolean> {
    if ((await this.next()) !== char) return false;
    this.at += 1;
    return true;
  }

  /** @throws UserError `chat-unreadable` */
  async expect(char: string): Promise<void> {
    if (!(await this.take(char))) throw new UserError(message('error.chat-unreadable.missing-character', { char }));
  }

  /** The next value as it is written. @throws UserError `chat-unreadable` when the text ends in it */
  async value(): Promise<string> {
    await this.next();
    let depth = 0;
    for (let end = this.at; ; end += 1) {
      while (end >= this.text.length) {
        end -= this.at;
        if (!(await this.more())) return this.last(depth);
      }
      const char = this.text.charCodeAt(end);
      end = await this.endOfPiece(end, char);
      depth += stepOf(char);
      if (isLast(char, depth)) return this.cut(end + 1);
      if (isBehind(char, depth)) return this.cut(end);
    }
  }

  /** A text or a comment is passed as one. */
  private endOfPiece(from: number, char: number): number | Promise<number> {
    if (char === QUOTE) return this.endOfString(from);
    return char === SLASH ? this.endOfComment(from) : from;
  }

  private cut(end: number): string {
    const value = this.text.slice(this.at, end);
    this.at = end;
    return value;
  }

  /** A bare number may be the end of a text; anything else is torn. */
  private last(depth: number): string {
    const value = this.cut(this.text.length);
    if (depth > 0 || value === '') throw new UserError(message('error.chat-unreadable.cut-off'));
    return value;
  }

  /** @returns where the closing quote stands; all before `this.at` is gone then */
  private async endOfString(from: number): Promise<number> {
    let at = from + 1;
    for (;;) {
      const end = this.text.indexOf('"', at);
      if (end >= 0 && !this.isEscaped(end, from)) return end;
      if (end >= 0) {
        at = end + 1;
        continue;
      }
      from -= this.at;
      const seen = this.text.length - this.at;
      if (!(await this.more())) throw new UserError(message('error.chat-unreadable.cut-off-in-text'));
      at = seen + this.at;
      from += this.at;
    }
  }

  private isEscaped(at: number, from: number): boolean {
    let marks = 0;
    while (at - 1 - marks > from && this.text.charCodeAt(at - 1 - marks) === BACKSLASH) marks += 1;
    return marks % 2 === 1;
  }

  private async passComment(): Promise<void> {
    this.at = (await this.endOfComment(this.at)) + 1;
  }

  /** @returns where its last character stands */
  private async endOfComment(from: number): Promise<number> {
    for (;;) {
      if (from + 1 < this.text.length) {
        const isBlock = this.text.charCodeAt(from + 1) === STAR;
        const end = this.text.indexOf(isBlock ? '*/' : '\n', from + 2);
        if (end >= 0) return isBlock ? end + 1 : end;
      }
      from -= this.at;
      if (!(await this.more())) return this.text.length - 1;
      from += this.at;
    }
  }

  /** What was read goes. @returns false at the end of the text */
  private async more(): Promise<boolean> {
    if (this.isOver) return false;
    const next = await this.source.next();
    if (next.done === true) {
      this.isOver = true;
      return false;
    }
    this.text = this.text.slice(this.at) + next.value;
    this.at = 0;
    if (this.text.length > LONGEST) throw new UserError(message('error.chat-unreadable.long-value'));
    return true;
  }
}

const isBlank = (char: number): boolean =>
  char === 32 || (char >= 9 && char <= 13) || char === COMMA || char === 0xfeff;
const stepOf = (char: number): number => (char === 123 || char === 91 ? 1 : isClose(char) ? -1 : 0);
const isClose = (char: number): boolean => char === 125 || char === 93;
/** The character that ends a value, and one that stands behind it. */
const isLast = (char: number, depth: number): boolean => depth === 0 && (char === QUOTE || isClose(char));
const isBehind = (char: number, depth: number): boolean => depth < 0 || (depth === 0 && isBlank(char));

/**
 * A value that may hold comments and commas too many.
 * @throws UserError `chat-unreadable`
 */
export function parseLenient(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    /* perhaps it is only untidy */
  }
  try {
    return JSON.parse(tidy(raw));
  } catch {
    throw new UserError(message('error.chat-unreadable.part-no-json', { text: raw.slice(0, 40) }));
  }
}

/** Texts stay as they are; the pattern walks them without a step back, since one may hold a whole picture. */
const TEXT_OR_COMMENT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TEXT_OR_LAST_COMMA = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[}\]])/g;
const tidy = (raw: string): string =>
  raw
    .replaceAll(TEXT_OR_COMMENT, (piece) => (piece.startsWith('"') ? piece : ' '))
    .replaceAll(TEXT_OR_LAST_COMMA, (piece) => (piece === ',' ? '' : piece));
