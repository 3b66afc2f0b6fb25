/** A part of a JSON text; a Buffer contains UTF-8. */
export type TextPiece = string | Buffer;

/** Response data that are already JSON. The pieces form one text and are sent unchanged. */
export class JsonText {
  constructor(private readonly pieces: readonly TextPiece[]) {}

  /** The complete response of a route with an envelope. */
  get answer(): Buffer {
    return bytesOf(['{"status":"OK","data":', ...this.pieces, '}']);
  }
  /** The parsed data. */
  get data(): unknown {
    return JSON.parse(bytesOf(this.pieces).toString('utf8')) as unknown;
  }
}

const bytesOf = (pieces: readonly TextPiece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
