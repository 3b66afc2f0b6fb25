import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useKeyValues = () => useSWR(KEY.keyValues, async () => (await call(routes.listKeyValues)).data);

interface NewValue {
  readonly value: string;
  /** ISO time; null: never expires. */
  readonly expires: string | null;
  /** Version of the edited value, 0 if there was none. If it is outdated, the server stores nothing. */
  readonly version: number;
}

/** Creates or replaces a value. */
export const putKeyValue = (key: string, body: NewValue) => call(routes.putKeyValue, { params: { key }, body });

export const deleteKeyValue = (key: string) => call(routes.deleteKeyValue, { params: { key } });

export const deleteKeyValues = () => call(routes.deleteKeyValues);
