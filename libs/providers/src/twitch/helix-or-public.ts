import { isAppError } from '#libs/errors';

/**
 * Calls Helix first; if it fails, because of the account or by itself, calls the public API.
 * @throws the error of Helix if both fail, since it contains the remedy; without an app, the error of the public API
 */
export async function helixOrPublic<T>(
  helix: () => Promise<T>,
  gql: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await helix();
  } catch (thrown) {
    signal.throwIfAborted();
    if (!isAppError(thrown)) throw thrown;
    return await gql().catch((second: unknown) => {
      signal.throwIfAborted();
      throw thrown.code === 'no-site-app' ? second : thrown;
    });
  }
}
