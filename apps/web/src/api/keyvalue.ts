import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useKeyValues = () => useSWR(KEY.keyValues, async () => (await call(routes.listKeyValues)).data);

interface NewValue {
  readonly value: string;
  /** ISO moment; null: it stays. */
  readonly expires: string | null;
  /** Of the value that was edited, 0 where there was none; where it is not the current one, nothing is stored. */
  readonly version: number;
}

/** Stores a value, or replaces it. */
export const putKeyValue = (key: string, body: NewValue) => call(routes.putKeyValue, { params: { key }, body });

export const deleteKeyValue = (key: string) => call(routes.deleteKeyValue, { params: { key } });

export const deleteKeyValues = () => call(routes.deleteKeyValues);
