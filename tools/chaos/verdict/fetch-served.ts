import { OutsideError, untranslated } from '#libs/errors';
import { isUnavailable } from '../environment/api-client.js';
import { GivenUp, until } from '../../common/until.js';

/** Another scenario of the installation may have stopped the api or the storage at this moment. */
export const UNAVAILABLE_LIMIT_MS = 60_000;

/**
 * Content that the installation serves at an address. Repeats the request only while the api is unavailable; any other
 * response is the verdict.
 * @param what name for the report
 * @throws OutsideError `given-up`: for an error response; `never`: when the api stays unavailable
 */
export function fetchServed(what: string, url: string, signal: AbortSignal): Promise<Buffer> {
  return until(`${what} is fetched`, { signal, limitMs: UNAVAILABLE_LIMIT_MS }, async () => {
    const answer = await fetch(url);
    if (isUnavailable(answer.status))
      throw new OutsideError(untranslated('away', `the api answers ${String(answer.status)}`));
    if (!answer.ok) throw new GivenUp(`${what} cannot be fetched: ${String(answer.status)} ${url}`);
    return Buffer.from(await answer.arrayBuffer());
  });
}
