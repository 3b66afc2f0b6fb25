import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import type { SimProcess } from '../../provider-sim/start-sim-process.js';

const LIMIT_MS = 20_000;
const linkIn = (list: string): string =>
  list.split('\n').findLast((line) => line !== '' && !line.startsWith('#')) ?? '';

/**
 * The floor: how long the media take by themselves once a channel is live, without noticing or storing: token, master,
 * list, first segment.
 */
export async function bareSeconds(sim: SimProcess, channel: string): Promise<number> {
  const { playback } = new Providers({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: () => NO_ACCOUNT }).of(
    'twitch',
  );
  await sim.act(channel, { do: 'start' });
  const began = performance.now();
  const load = async (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
  const { url } = await playback.open(
    {
      sourceId: String(60_000_000 + Number(channel.split('_')[1])),
      sourceUrl: `https://www.twitch.tv/${channel}`,
      headers: {},
    },
    AbortSignal.timeout(LIMIT_MS),
  );
  const list = linkIn(await (await load(url)).text());
  const segment = linkIn(await (await load(list)).text());
  await (await load(new URL(segment, list).href)).arrayBuffer();
  const seconds = (performance.now() - began) / 1000;
  await sim.act(channel, { do: 'end', how: 'vanish' });
  return seconds;
}
