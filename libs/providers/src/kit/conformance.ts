import { describe, expect, it } from '@jest/globals';
import { type LiveAnswer, type Provider } from './provider.js';

/** A site that a test can put on the air and take off it. */
export interface Stage { readonly provider: Provider; readonly liveUrl: string; readonly offlineUrl: string; readonly awayUrl: string; close(): Promise<void> }

/** The same questions put to every provider. A new site is done when this passes. */
export function describeProvider(name: string, open: () => Promise<Stage>): void {
  const ask = async ({ provider }: Stage, sourceUrl: string): Promise<LiveAnswer | undefined> => (await provider.live([{ key: 'k', sourceId: '', sourceUrl, authorization: null, seen: null }], AbortSignal.timeout(10_000))).get('k');
  const cases: readonly (readonly [string, (stage: Stage) => Promise<void>])[] = [
    ['says live for a channel on the air', async (s) => { expect((await ask(s, s.liveUrl))?.state).toBe('live'); }],
    ['says offline for one that is not, and does not throw', async (s) => { expect((await ask(s, s.offlineUrl))?.state).toBe('offline'); }],
    ['never calls a site that is away offline', async (s) => { expect((await ask(s, s.awayUrl))?.state).toBe('unknown'); }],
    ['answers for each of many, whatever happens to one', async (s) => {
      const answers = await s.provider.live([s.liveUrl, s.awayUrl, s.offlineUrl].map((sourceUrl, n) => ({ key: String(n), sourceId: '', sourceUrl, authorization: null, seen: null })), AbortSignal.timeout(10_000));
      expect([...answers.values()].map((a) => a.state)).toEqual(['live', 'unknown', 'offline']);
    }],
    ['stops when told to', async (s) => { await expect(s.provider.live([{ key: 'k', sourceId: '', sourceUrl: s.liveUrl, authorization: null, seen: null }], AbortSignal.abort())).rejects.toThrow(); }],
    ['knows its own channels and refuses what is none, on the field', async (s) => {
      expect((await s.provider.identify(s.liveUrl, AbortSignal.timeout(10_000))).sourceId).not.toBe('');
      await expect(s.provider.identify('not a link', AbortSignal.timeout(10_000))).rejects.toMatchObject({ fields: [{ path: 'url' }] });
    }],
  ];
  describe(`${name} as a Provider`, () => {
    it.each(cases)('%s', async (_, run) => {
      const stage = await open();
      try { await run(stage); } finally { await stage.close(); }
    });
  });
}
