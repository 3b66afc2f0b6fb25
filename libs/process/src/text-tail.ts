/**
 * The end of a text that may be endless: a fixed number of characters, whatever comes in.
 * 120 MB of stderr held whole took 705 MB of memory; this takes `limit` characters.
 */
export class TextTail {
  private text = '';

  /** @param limit characters kept, 16,384 unless specified: some hundred lines of ffmpeg */
  constructor(private readonly limit = 16_384) {}

  add(chunk: string): void {
    this.text = (this.text + chunk.slice(-this.limit)).slice(-this.limit);
  }

  /** The last `count` lines that are not blank, oldest first; a carriage return ends a line too (ffmpeg's status). */
  lines(count = 20): string[] {
    return this.text
      .split(/[\r\n]+/)
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
      .slice(-count);
  }
}
