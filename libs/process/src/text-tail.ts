/**
 * The end of a text of any length, in a fixed number of characters. Holding 120 MB of stderr took 705 MB of memory;
 * this takes `limit` characters.
 */
export class TextTail {
  private text = '';

  /** @param limit maximum number of characters, default 16,384: some hundred lines of ffmpeg */
  constructor(private readonly limit = 16_384) {}

  add(chunk: string): void {
    this.text = (this.text + chunk.slice(-this.limit)).slice(-this.limit);
  }

  /** Returns the last `count` non-blank lines, oldest first; a carriage return also ends a line (ffmpeg's status). */
  lines(count = 20): string[] {
    return this.text
      .split(/[\r\n]+/)
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
      .slice(-count);
  }
}
