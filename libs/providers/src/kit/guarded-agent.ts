import { OWN_REQUEST_HEADERS } from '#libs/contracts';
import { type GuardedSource, SsrfGuard } from '#libs/media';
import { type Dispatcher, type fetch as Fetch } from 'undici';
import { type SiteAddresses } from './site-addresses.js';

export { networkOf, operatorLookup, refuseForbiddenHost } from '#libs/media';

/** Loaded on demand: undici takes 6 MB of memory and is not needed before the first request. */
export const undici = () => import('undici');

const agents = new Map<string, Promise<Dispatcher>>();

/**
 * Connections for requests that begin at an address of a site. Redirects, and addresses that the site names, must be
 * public or in the network of the site; others fail with `http-blocked-address`.
 * @param site never an address that a site names: its origin keeps its connections
 */
export function guardedAgent(site: GuardedSource): Promise<Dispatcher> {
  const key = `${new URL(site.url).origin} ${site.network}`;
  const known = agents.get(key);
  if (known) return known;
  const made = makeAgent(new SsrfGuard(site));
  agents.set(key, made);
  return made;
}

async function makeAgent(guard: SsrfGuard): Promise<Dispatcher> {
  const { Agent, buildConnector } = await undici();
  const connect = buildConnector({ lookup: guard.lookup });
  return new Agent({
    connect: (options, done) => {
      guard.check(options.hostname).then(
        () => {
          connect(options, done);
        },
        (refused: unknown) => {
          done(refused as Error, null);
        },
      );
    },
  });
}

/** Fetches what a site names: a picture, a clip. Throws as `fetch` of undici. */
export type SiteFetch = typeof Fetch;

/** See {@link guardedAgent}. */
export const siteFetch =
  (sites: SiteAddresses): SiteFetch =>
  async (url, init) => {
    const { fetch, Headers } = await undici();
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(OWN_REQUEST_HEADERS)) headers.set(name, value);
    const site = { url: sites.http('site', '/'), network: sites.isReal() ? ('public' as const) : null };
    return fetch(url, { ...init, headers, dispatcher: await guardedAgent(site) });
  };
