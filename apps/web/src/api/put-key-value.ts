import { putKeyValue as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Stores a value, or replaces it. @param expires ISO moment; null: it stays */
export const putKeyValue = (key: string, value: string, expires: string | null) =>
  call(route, { params: { key }, body: { value, expires } });
