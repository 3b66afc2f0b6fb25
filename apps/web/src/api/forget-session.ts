import { mutate } from 'swr';
import { KEY } from './keys.js';

/** After a login or logout: asks who we are, then drops what the last one was shown. The pages that stay ask for theirs by themselves. */
export async function forgetSession(): Promise<void> {
  await mutate(KEY.auth);
  await mutate((key) => key !== KEY.auth, undefined, { revalidate: false });
}
