/** Small, and kept in memory: a page of the journal, an init section. */
export interface Page {
  readonly key: string;
  readonly body: string | Uint8Array;
}

export const bytesOf = ({ body }: Page): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body);
