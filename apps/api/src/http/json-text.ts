import { gzipOf, plainTextOf, type TextPiece } from './packed-text.js';

/** Data of an answer that is JSON already, in pieces that make one text: sent as they are. */
export class JsonText {
  constructor(readonly pieces: readonly TextPiece[]) {}

  /** The whole answer of a route with an envelope. */
  private get answer(): TextPiece[] {
    return ['{"status":"OK","data":', ...this.pieces, '}'];
  }

  get gzip(): Buffer {
    return gzipOf(this.answer);
  }
  get plain(): Buffer {
    return plainTextOf(this.answer);
  }
  /** What it says. */
  get data(): unknown {
    return JSON.parse(plainTextOf(this.pieces).toString('utf8')) as unknown;
  }
}
