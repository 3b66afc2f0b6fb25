import type { Channel, Vod } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type WaitOptions } from '../../common/until.js';

const CALL_TIMEOUT_MS = 120_000;
const LIST_EVERY_MS = 150;
/** How to wait for an installation that is measured: the checks of 20 streams at once must not load it. */
export const SPARING_WAIT: WaitOptions = { signal: new AbortController().signal, limitMs: 30 * 60_000, everyMs: 200 };

/** Calls the API of the installation that a bench measures. */
export class InstallationApi {
  private listed: Promise<readonly Channel[]> = Promise.resolve([]);
  private listedAt = 0;

  constructor(private readonly installation: string) {}

  async set(config: Readonly<Record<string, unknown>>): Promise<void> {
    await this.call('PUT', '/settings', { config });
  }

  /** @returns the channel's id */
  async follow(url: string, name: string): Promise<string> {
    const body = { provider: 'hls', url, internalName: name, displayName: name };
    return (await this.call<Channel>('POST', '/channels', body)).uuid;
  }

  /** Follows a channel of the simulated Twitch, with its chat. */
  async followTwitch(login: string): Promise<void> {
    await this.call('POST', '/channels', { provider: 'twitch', url: login, live_chat: true });
  }

  /** The only VOD of a channel; null before it exists. Of many streams at once, the checks share one call. */
  async vodOf(channel: string): Promise<Vod | null> {
    if (Date.now() - this.listedAt >= LIST_EVERY_MS) {
      this.listedAt = Date.now();
      this.listed = this.call<{ streamer_list: Channel[] }>('GET', '/channels').then((list) => list.streamer_list);
    }
    return (await this.listed).find(({ uuid }) => uuid === channel)?.vods_list[0] ?? null;
  }

  /** The playlist of a VOD ends: a player sees all of it. */
  async isPlayable({ uuid }: Pick<Vod, 'uuid'>): Promise<boolean> {
    const answer = await fetch(`${this.installation}/api/v0/vod/${uuid}/index.m3u8`, {
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return (await answer.text()).trimEnd().endsWith('#EXT-X-ENDLIST') && answer.ok;
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.installation}/api/v0${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new OutsideError(
        untranslated('bench-api', `${method} ${path}: ${String(answer.status)} ${text.slice(0, 300)}`),
      );
    return (JSON.parse(text) as { data: T }).data;
  }
}
