import { putKeyValue as route } from '#libs/contracts';
import { call } from '../lib/call.js';

interface NewValue {
  readonly value: string;
  /** ISO moment; null: it stays. */
  readonly expires: string | null;
  /** Of the value that was edited, 0 where there was none; where it is not the current one, nothing is stored. */
  readonly version: number;
}

/** Stores a value, or replaces it. */
export const putKeyValue = (key: string, body: NewValue) => call(route, { params: { key }, body });
