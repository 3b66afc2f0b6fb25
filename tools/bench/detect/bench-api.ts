import { setTimeout as wait } from 'node:timers/promises';
import type { Channel } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import pLimit from 'p-limit';
import { firstStoredAt } from '../measure/first-stored.js';

const CALL_TIMEOUT_MS = 60_000;
/** Interval of the check whether a segment is stored. The segment's own time counts, not that of the check. */
const CHECK_MS = 200;
const STORED_TIMEOUT_S = 180;
const PARALLEL_CALLS = 6;

/** A channel of the simulated site that the installation follows. */
export interface FollowedChannel {
  readonly name: string;
  readonly uuid: string;
}

/** The part of the installation's API that this bench needs. */
export class BenchApi {
  constructor(private readonly installation: string) {}

  async put(path: string, body: unknown): Promise<void> {
    await this.call('PUT', path, body);
  }

  /** Follows channels of the simulated site by their names. */
  async follow(names: readonly string[]): Promise<FollowedChannel[]> {
    const limit = pLimit(PARALLEL_CALLS);
    return Promise.all(
      names.map((name) =>
        limit(async () => {
          const { uuid } = await this.call<Channel>('POST', '/channels', {
            provider: 'twitch',
            url: name,
            live_chat: false,
          });
          return { name, uuid };
        }),
      ),
    );
  }

  /** The channels that have an active subscription to the site's events. */
  async subscribed(channels: readonly FollowedChannel[]): Promise<FollowedChannel[]> {
    const { streamer_list: all } = await this.call<{ streamer_list: Channel[] }>('GET', '/channels');
    const active = new Set(all.filter((c) => c.push.status === 'active').map(({ uuid }) => uuid));
    return channels.filter(({ uuid }) => active.has(uuid));
  }

  /**
   * Waits until the first segment of a channel's only VOD is complete on storage.
   * @returns when, ms since the Unix epoch
   * @throws OutsideError `bench-detect` - not within 180 s
   */
  async firstStoredAt(uuid: string, storageDir: string): Promise<number> {
    const until = Date.now() + STORED_TIMEOUT_S * 1000;
    while (Date.now() < until) {
      const {
        vods_list: [vod],
      } = await this.call<Channel>('GET', `/channels/${uuid}`);
      const at = vod === undefined ? null : await firstStoredAt(storageDir, vod.uuid);
      if (at !== null) return at;
      await wait(CHECK_MS);
    }
    throw new OutsideError(
      untranslated('bench-detect', `No segment of channel ${uuid} is stored after ${String(STORED_TIMEOUT_S)} s.`),
    );
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
        untranslated('bench-detect', `${method} ${path}: ${String(answer.status)} ${text.slice(0, 300)}`),
      );
    return (JSON.parse(text) as { data: T }).data;
  }
}
