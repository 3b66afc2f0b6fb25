import { isAppError } from '#libs/errors';

/**
 * Helix first; where it fails, for the account's sake or its own, the public look-up.
 * @throws what Helix threw when both fail, since that has the remedy; without an app, what the look-up threw
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
