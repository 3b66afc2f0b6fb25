/** A part of a JSON text, in UTF-8 where it is bytes. */
export type TextPiece = string | Buffer;

/** Data of an answer that is JSON already, in pieces that make one text: sent as they are. */
export class JsonText {
  constructor(private readonly pieces: readonly TextPiece[]) {}

  /** The whole answer of a route with an envelope. */
  get answer(): Buffer {
    return bytesOf(['{"status":"OK","data":', ...this.pieces, '}']);
  }
  /** What it says. */
  get data(): unknown {
    return JSON.parse(bytesOf(this.pieces).toString('utf8')) as unknown;
  }
}

const bytesOf = (pieces: readonly TextPiece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
