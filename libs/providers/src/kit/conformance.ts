import { NO_ACCESS } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { type LiveAnswer, type Provider } from './provider.js';

/** A site whose channels a test can start and stop. */
export interface ProviderFixture {
  readonly provider: Provider;
  readonly liveUrl: string;
  readonly offlineUrl: string;
  /** A channel on an unavailable server, or a function that makes the one site of all channels unavailable. */
  readonly away: { readonly url: string } | { readonly siteGoes: () => void };
  /** The site's id of a channel; absent if the address is the only id. */
  readonly idOf?: (url: string) => string;
  close(): Promise<void>;
}

const targetOf = ({ idOf }: ProviderFixture, sourceUrl: string, key = 'k') => ({
  key,
  sourceId: idOf?.(sourceUrl) ?? '',
  sourceUrl,
  access: NO_ACCESS,
  network: null,
  seen: null,
});

const live = async (fixture: ProviderFixture, sourceUrl: string): Promise<LiveAnswer | undefined> =>
  (await fixture.provider.live([targetOf(fixture, sourceUrl)], AbortSignal.timeout(30_000))).get('k');

/** The requirements that every provider is tested for. */
const QUESTIONS: readonly (readonly [string, (fixture: ProviderFixture) => Promise<void>])[] = [
  [
    'says live for a channel on the air',
    async (s) => {
      expect((await live(s, s.liveUrl))?.state).toBe('live');
    },
  ],
  [
    'says offline for one that is not, and does not throw',
    async (s) => {
      expect((await live(s, s.offlineUrl))?.state).toBe('offline');
    },
  ],
  [
    'never calls a site that is away offline',
    async (s) => {
      if ('siteGoes' in s.away) s.away.siteGoes();
      for (const url of 'url' in s.away ? [s.away.url] : [s.liveUrl, s.offlineUrl])
        expect(await live(s, url)).toMatchObject({
          state: 'unknown',
          reason: { english: expect.stringMatching(/\w/) },
        });
    },
  ],
  [
    'answers for each of many, whatever happens to one',
    async (s) => {
      const away = 'url' in s.away ? ([[s.away.url, 'unknown']] as const) : [];
      const cases = [[s.liveUrl, 'live'], ...away, [s.offlineUrl, 'offline']] as const;
      const answers = await s.provider.live(
        cases.map(([url], n) => targetOf(s, url, String(n))),
        AbortSignal.timeout(10_000),
      );
      expect([...answers.values()].map((a) => a.state)).toEqual(cases.map(([, state]) => state));
    },
  ],
  [
    'stops when asked to',
    async (s) => {
      await expect(s.provider.live([targetOf(s, s.liveUrl)], AbortSignal.abort())).rejects.toThrow();
    },
  ],
  [
    'knows its own channels and refuses what is none, on the field',
    async (s) => {
      expect((await s.provider.identify(s.liveUrl, AbortSignal.timeout(10_000))).sourceId).not.toBe('');
      await expect(s.provider.identify('not a link', AbortSignal.timeout(10_000))).rejects.toMatchObject({
        fields: [{ path: 'url' }],
      });
    },
  ],
  [
    'takes back what it says of its own channels, and refuses what none of them is called',
    async (s) => {
      const retained = await s.provider.identify(s.liveUrl, AbortSignal.timeout(10_000));
      const refuse = (over: object) => (): void => {
        s.provider.refuseSource({ ...retained, ...over });
      };
      expect(refuse({})).not.toThrow();
      expect(refuse({ sourceUrl: 'file:///etc/passwd' })).toThrow(
        expect.objectContaining({ fields: [expect.objectContaining({ path: 'url' })] }),
      );
      expect(refuse({ sourceId: 'file:///etc/passwd' })).toThrow(
        expect.objectContaining({ fields: [expect.objectContaining({ path: 'source_id' })] }),
      );
    },
  ],
];

/** Runs the same tests for every provider. A new site is complete when they pass. */
export function describeProvider(name: string, open: () => Promise<ProviderFixture>): void {
  describe(`${name} as a Provider`, () => {
    it.each(QUESTIONS)('%s', async (_, run) => {
      const fixture = await open();
      try {
        await run(fixture);
      } finally {
        await fixture.close();
      }
    });
  });
}
