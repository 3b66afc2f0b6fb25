import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Assignment } from '#libs/contracts';
import { BufferPool, HttpTrace } from '#libs/media';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { LiveHls } from '#libs/testkit';
import { openSource } from './source-opener.js';
import { SourceSecrets } from './source-secrets.js';

let live: LiveHls;
beforeEach(async () => {
  live = await LiveHls.start();
  live.publish({ name: 's1.ts', body: Buffer.from('x'), durMs: 2000, tags: [] });
});
afterEach(() => live.stop());

const open = (more: Partial<Pick<Assignment, 'sourceNetwork' | 'sourceUrl'>>, trace = new HttpTrace()) => {
  const assignment: Assignment = {
    vodUuid: 'v',
    channelUuid: 'c',
    channelName: 'harbour',
    providerKind: 'hls',
    sourceUrl: live.url,
    sealedHeaders: null,
    qualities: ['best'],
    nearestBelow: true,
    priority: 50,
    staleTargets: 3,
    createdAt: new Date().toISOString(),
    ...more,
  };
  return openSource(assignment, {
    pool: new BufferPool(),
    trace,
    secrets: new SourceSecrets(null),
    providers: new Providers({ sites: new SiteAddresses(), account: () => NO_ACCOUNT }),
    signal: AbortSignal.timeout(30_000),
  });
};

it('integrity-14 a recorder does not follow the address of a public channel to this machine', async () => {
  await expect(open({ sourceNetwork: 'public' })).rejects.toMatchObject({ what: 'blocked-address' });
  expect(live.requests).toEqual([]);
});

it.each([[{ sourceNetwork: 'loopback' }], [{}]] as const)(
  'integrity-14 a recorder opens a source on this machine with %j',
  async (more) => {
    const { source, http } = await open(more);
    await http.close();
    expect(source.mediaUrl).toBe(live.url);
  },
);

it('security-source a stream key in the path of a source is not in the trace of its capture', async () => {
  live.fault = (_, response, path) => {
    response.end(path.startsWith('/st-key-1234/') ? live.playlist() : '');
    return true;
  };
  const trace = new HttpTrace();
  const { http } = await open({ sourceUrl: `${live.origin}/st-key-1234/index.m3u8` }, trace);
  await http.close();
  expect(trace.dump()).toMatch(/\/[0-9a-f]{12}\/index\.m3u8"/);
  expect(trace.dump()).not.toContain('st-key');
});
