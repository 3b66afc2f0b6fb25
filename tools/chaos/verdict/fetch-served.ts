import { OutsideError, untranslated } from '#libs/errors';
import { isAway } from '../environment/api-client.js';
import { GivenUp, until } from '../until.js';

/** Another scenario of the installation may have the api, or the storage, away just now. */
export const AWAY_MS = 60_000;

/**
 * What the installation serves at an address. Only an api that is away is waited for: whatever else it answers is the verdict.
 * @param what for the report
 * @throws OutsideError `given-up` for an answer that is none, `never`
 */
export function fetchServed(what: string, url: string, signal: AbortSignal): Promise<Buffer> {
  return until(`${what} is fetched`, { signal, limitMs: AWAY_MS }, async () => {
    const answer = await fetch(url);
    if (isAway(answer.status)) throw new OutsideError(untranslated('away', `the api answers ${String(answer.status)}`));
    if (!answer.ok) throw new GivenUp(`${what} cannot be fetched: ${String(answer.status)} ${url}`);
    return Buffer.from(await answer.arrayBuffer());
  });
}
