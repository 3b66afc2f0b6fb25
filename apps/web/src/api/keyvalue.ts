import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useKeyValues = () => useSWR(KEY.keyValues, async () => (await call(routes.listKeyValues)).data);

/** Stores a value, or replaces it. @param expires ISO moment; null: it stays */
export const putKeyValue = (key: string, value: string, expires: string | null) =>
  call(routes.putKeyValue, { params: { key }, body: { value, expires } });

export const deleteKeyValue = (key: string) => call(routes.deleteKeyValue, { params: { key } });

export const deleteKeyValues = () => call(routes.deleteKeyValues);
