import { join } from 'node:path';
import { OutsideError } from '#libs/errors';
import type { House } from './house.js';
import { keptText } from './kept-text.js';
import { freePort } from './ports.js';
import { repositoryRoot } from './root.js';
import type { ReadyMessage } from './wait-for.js';

/** Starts provider-sim with a channel that goes live, drops out once and ends, and follows it. */
export async function startDemo(house: House, say: (line: string) => void): Promise<void> {
  // The channel's address must stay the same over restarts.
  const free = String(await freePort());
  const port = keptText(join(house.dataDir, 'demo-port'), () => free);
  const ready = Promise.withResolvers<ReadyMessage>();
  await house.add({
    name: 'provider-sim', title: 'demo channel', file: join(repositoryRoot(), 'dist/tools/provider-sim/main.js'), args: ['demo', '--port', port],
    onReady: (message) => { ready.resolve(message); },
  });
  for (const channel of (await ready.promise).channels ?? []) {
    await follow(house.url, channel);
    say(`Demo channel "${channel.name}" is followed: it goes live in a moment, drops out once, and is a finished VOD in about three minutes`);
  }
}

async function follow(url: string, channel: { readonly name: string; readonly url: string }): Promise<void> {
  const internalName = channel.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const response = await fetch(`${url}/api/v0/channels`, {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'hls', url: channel.url, internalName, displayName: channel.name }), signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (response.ok || (await isFollowed(url, channel.url))) return;
  throw new OutsideError('demo', `The demo channel could not be added (${String(response.status)}): ${text.slice(0, 300)}. With a password set, add ${channel.url} by hand`);
}

/** A second demo on the same data folder finds its channel there. */
async function isFollowed(url: string, channelUrl: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v0/channels`, { signal: AbortSignal.timeout(30_000) });
  return response.ok && (await response.text()).includes(JSON.stringify(channelUrl));
}
