/** A small object that stays in memory: a journal page or an init section. */
export interface SmallObject {
  readonly key: string;
  readonly body: string | Uint8Array;
}

export const bytesOf = ({ body }: SmallObject): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body);
