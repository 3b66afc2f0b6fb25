import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { requireDataFolder } from './data-folder.js';
import type { Installation } from './installation.js';
import { persistedText } from './persisted-text.js';
import { freePort } from './ports.js';
import { repositoryRoot } from './root.js';
import type { ReadyMessage } from './wait-for.js';

type DemoChannel = NonNullable<ReadyMessage['channels']>[number];
interface ChannelRequest {
  readonly provider: string;
  readonly url: string;
  readonly internalName: string;
  readonly displayName?: string;
  readonly live_chat?: boolean;
  readonly grace_s?: number;
}

/** The first start encodes the demo videos: half a minute on a fast machine, minutes on a slow one. */
const ENCODING_LIMIT_MS = 15 * 60_000;

/** The simulator's port. It is stored, because a channel's address must stay the same over restarts. */
export async function demoPort(dataDir: string): Promise<string> {
  requireDataFolder(dataDir);
  const free = String(await freePort());
  return persistedText(join(dataDir, 'demo-port'), () => free);
}

/** In the demo, the simulator serves all sites, also for channels that the operator adds by hand. */
export const simulatedSites = (port: string): Readonly<Record<string, string>> => ({
  VODKEEP_SITES: `http://127.0.0.1:${port}/h/{host}`,
});

/** Starts provider-sim with channels that go live and end, and follows these channels. */
export async function startDemo(
  installation: Installation,
  { port, say }: { readonly port: string; readonly say: (line: string) => void },
): Promise<void> {
  const ready = Promise.withResolvers<ReadyMessage>();
  // Each start uses another seed: a site never reuses the id of a broadcast.
  await installation.add({
    name: 'provider-sim',
    title: 'demo channels',
    file: join(repositoryRoot(), 'dist/tools/provider-sim/main.js'),
    args: ['demo', '--port', port, '--seed', String(Math.floor(Date.now() / 1000))],
    onReady: (message) => {
      ready.resolve(message);
    },
    readyLimitMs: ENCODING_LIMIT_MS,
    onProgress: (text) => {
      say(`  demo channels: ${text}`);
    },
  });
  const channels = (await ready.promise).channels ?? [];
  const hidden: string[] = [];
  for (const channel of channels)
    if ((await follow(installation.url, requestOf(channel))) === 'hidden') hidden.push(channel.page);
  say(
    hidden.length === 0
      ? 'Two demo channels are followed: a plain HLS channel with one interruption, and a simulated Twitch channel with chat, an ad and chapters. They go live in a moment, and become finished VODs in about three minutes'
      : `A password is set, or a proxy is trusted, so the demo channels cannot be added. Those of an earlier demo are still followed. To follow them, add ${hidden.join(' and ')} on the page`,
  );
}

function requestOf({ name, page, kind }: DemoChannel): ChannelRequest {
  return {
    provider: kind,
    url: page,
    internalName: name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '-'),
    ...(kind === 'hls' ? { displayName: name } : { live_chat: true, grace_s: 20 }),
  };
}

/** @returns `hidden` if a password is set; the installation must run anyway, so that the operator can log in */
async function follow(url: string, request: ChannelRequest): Promise<'followed' | 'hidden'> {
  const response = await fetch(`${url}/api/v0/channels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (response.status === 401) return 'hidden';
  if (response.ok || (await isFollowed(url, request.url))) return 'followed';
  throw new OutsideError(
    untranslated(
      'demo',
      `The demo channel could not be added (${String(response.status)}): ${text.slice(0, 300)}. Without it: npm start`,
    ),
  );
}

/** On the second start of the demo, the data folder already contains the channel. */
async function isFollowed(url: string, channelUrl: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v0/channels`, { signal: AbortSignal.timeout(30_000) });
  return response.ok && (await response.text()).includes(JSON.stringify(channelUrl));
}
