/** Longer than any line of a chat: whoever sends this without an end sends no IRC. */
const MOST_CHARS = 100_000;

/** Cuts what comes over a socket into lines. A frame may hold several, and a line may go on in the next frame. */
export class LineBuffer {
  private rest = '';

  /** @returns the lines that are whole now, without their ends and without empty ones */
  push(text: string): readonly string[] {
    const parts = (this.rest + text).split('\n');
    const rest = parts.pop() ?? '';
    this.rest = rest.length > MOST_CHARS ? '' : rest;
    return parts.map((part) => (part.endsWith('\r') ? part.slice(0, -1) : part)).filter((part) => part !== '');
  }
}
