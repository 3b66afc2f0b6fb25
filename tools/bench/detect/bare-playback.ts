import { OutsideError, untranslated } from '#libs/errors';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { twitchManyUser } from '../../provider-sim/scenarios/twitch-many.scenario.js';
import { type SimProcess } from '../../provider-sim/start-sim-process.js';

const REQUEST_TIMEOUT_MS = 20_000;

/**
 * The lower limit for the detection: a bare loop that knows that a channel is live fetches its playback token, master
 * playlist, media playlist and first segment, and stores nothing.
 * @param index the channel of scenario `twitch-many`, which goes live for this
 * @returns seconds
 * @throws OutsideError `bench-playback` - a response is not what the loop needs
 */
export async function barePlaybackSeconds(sim: SimProcess, index: number): Promise<number> {
  const { login, userId } = twitchManyUser(index);
  const sites = new SiteAddresses(`${sim.url}/h/{host}`);
  const { playback } = new Providers({ sites, account: () => NO_ACCOUNT }).of('twitch');
  await sim.act(login, { do: 'start' });
  const startedAt = performance.now();
  const master = await playback.open(
    { sourceId: userId, sourceUrl: `https://www.twitch.tv/${login}`, headers: {} },
    AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  );
  const playlistUrl = lastUri(await (await load(master.url)).text(), master.url);
  const segmentUrl = lastUri(await (await load(playlistUrl)).text(), playlistUrl);
  await (await load(segmentUrl)).arrayBuffer();
  const seconds = (performance.now() - startedAt) / 1000;
  await sim.act(login, { do: 'end', how: 'vanish' });
  return seconds;
}

async function load(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok)
    throw new OutsideError(untranslated('bench-playback', `${url} answers with status ${String(response.status)}.`));
  return response;
}

/**
 * The last URI of a master or media playlist, resolved against its own address.
 * @throws OutsideError `bench-playback` - the playlist has no URI
 */
export function lastUri(playlist: string, address: string): string {
  const uri = playlist.split('\n').findLast((line) => line !== '' && !line.startsWith('#'));
  if (uri === undefined) throw new OutsideError(untranslated('bench-playback', `${address} lists nothing.`));
  return new URL(uri, address).href;
}
