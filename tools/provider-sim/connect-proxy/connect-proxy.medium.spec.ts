import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ProxyAgent, fetch, request } from 'undici';
import { SMALL_MEDIA } from '../media/media-spec.js';
import { smallChannel } from '../scenarios/small-channel.js';
import { startSim, type Sim } from '../start-sim.js';
import { startSimProxy, type SimProxy, type SimProxyOptions } from './index.js';

const GQL = 'https://gql.twitch.tv/gql';
const OPERATION = {
  method: 'POST',
  headers: { 'client-id': 'kimne78kx3ncx6brgo4mv6wki5h1ko' },
  body: JSON.stringify({ query: '{ user(login: "salty") { id profileImageURL(width: 70) } }' }),
} as const;

describe('the proxy in front of the simulator', () => {
  let sim: Sim;
  let cacheDir = '';
  let proxy: SimProxy | null = null;
  const agents: ProxyAgent[] = [];

  beforeAll(async () => {
    cacheDir = await mkdtemp(path.join(tmpdir(), 'vodkeep-proxy-'));
    sim = await startSim({
      scenario: {
        name: 'spec',
        about: '',
        steps: [],
        channels: [
          smallChannel('salty', {
            renditions: [{ name: 'source', media: { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' } }],
            twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess' },
          }),
        ],
      },
    });
  }, 60_000);
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
    await proxy?.stop();
    proxy = null;
  });
  afterAll(async () => {
    await sim.stop();
    await rm(cacheDir, { recursive: true, force: true });
  });

  /** @param tunnels also plain addresses by CONNECT */
  async function agentOf(
    options: SimProxyOptions = {},
    {
      uri,
      trusts = true,
      tunnels = true,
    }: { readonly uri?: string; readonly trusts?: boolean; readonly tunnels?: boolean } = {},
  ): Promise<ProxyAgent> {
    proxy ??= await startSimProxy(sim, { cacheDir, ...options });
    const agent = new ProxyAgent({
      uri: uri ?? proxy.url,
      proxyTunnel: tunnels,
      ...(trusts ? { requestTls: { ca: await readFile(proxy.caFile) } } : {}),
    });
    agents.push(agent);
    return agent;
  }
  const textOf = (failure: unknown): string =>
    typeof failure === 'object' && failure !== null && 'message' in failure
      ? `${String(failure.message)}; ${'cause' in failure ? textOf(failure.cause) : ''}`
      : '';
  const causeOf = (result: Promise<unknown>): Promise<string> => result.then(() => 'none', textOf);

  it('is the site itself to who trusts its authority, and the site names others by their real addresses', async () => {
    const answer = await fetch(GQL, { ...OPERATION, dispatcher: await agentOf() });
    expect(await answer.json()).toMatchObject({
      data: { user: { id: '7001', profileImageURL: expect.stringMatching(/^https:\/\/static-cdn\.jtvnw\.net\//) } },
    });
    expect(proxy?.calls).toMatchObject([{ method: 'CONNECT', host: 'gql.twitch.tv', port: 443, status: 200 }]);
  });

  it('is nobody to who does not', async () => {
    expect(await causeOf(fetch(GQL, { ...OPERATION, dispatcher: await agentOf({}, { trusts: false }) }))).toMatch(
      /unable to (get|verify)|self.signed/i,
    );
  });

  it('shows a certificate for the name that is asked for', async () => {
    const dispatcher = await agentOf();
    const hosts = ['video-weaver.fra02.hls.ttvnw.net', 'usher.ttvnw.net', 'api.twitch.tv'];
    const answers = await Promise.all(hosts.map((host) => fetch(`https://${host}/`, { dispatcher })));
    expect(answers.every(({ status }) => status >= 400 && status < 500)).toBe(true);
  });

  it('refuses what the simulator does not play', async () => {
    const dispatcher = await agentOf();
    expect(await causeOf(fetch('https://example.org/', { dispatcher }))).toMatch(/403/);
    expect(await causeOf(fetch('https://gql.twitch.tv.example.org/', { dispatcher }))).toMatch(/403/);
    expect(proxy?.calls.map(({ host, status }) => [host, status])).toEqual([
      ['example.org', 403],
      ['gql.twitch.tv.example.org', 403],
    ]);
  });

  it('hands over plain requests, by a tunnel or with a whole address, to the simulator alone', async () => {
    for (const tunnels of [true, false]) {
      const dispatcher = await agentOf({}, { tunnels });
      expect((await request(`${sim.url}/_sim`, { dispatcher })).statusCode).toBe(200);
    }
    expect(
      (await request('http://127.0.0.1:1/', { dispatcher: await agentOf({}, { tunnels: false }) })).statusCode,
    ).toBe(403);
    expect(proxy?.calls.map(({ method, status }) => [method, status])).toEqual([
      ['CONNECT', 200],
      ['GET', 200],
      ['GET', 403],
    ]);
  });

  it('asks for its password', async () => {
    const dispatcher = await agentOf({ auth: 'user:word' });
    expect((await fetch(GQL, { ...OPERATION, dispatcher })).status).toBe(200);
    const withoutAuth = (proxy?.url ?? '').replace('user:word@', '');
    expect(await causeOf(fetch(GQL, { ...OPERATION, dispatcher: await agentOf({}, { uri: withoutAuth }) }))).toMatch(
      /407/,
    );
  });
});
