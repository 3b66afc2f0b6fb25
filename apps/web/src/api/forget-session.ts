import { mutate } from 'swr';
import { KEY } from './keys.js';

/** After a logout: asks who we are, then drops what the last one was shown; what a guest still sees is loaded anew. */
export async function forgetSession(): Promise<void> {
  await mutate(KEY.auth);
  await mutate((key) => key !== KEY.auth, undefined, { revalidate: true });
}
