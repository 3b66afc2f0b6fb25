import { type Channel, type Vod } from '#libs/contracts';
import { expect } from '@playwright/test';

const MINUTE_MS = 60_000;
/** Seconds of grace after a stream has ended. */
const GRACE_S = 4;

/** The API as a client calls it, without a browser. `url` is the installation's address, with its basepath. */
export class ApiClient {
  private cookie = '';
  private readonly uuids = new Map<string, string>();

  constructor(readonly url: string) {}

  call(
    path: string,
    init: {
      readonly method?: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Response> {
    const { method = 'GET', body, headers = {} } = init;
    return fetch(this.url + path, {
      method,
      headers: {
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.call(path);
    const text = await answer.text();
    expect(answer.status, `GET ${path}: ${text.slice(0, 300)}`).toBe(200);
    return (JSON.parse(text) as { data: T }).data;
  }

  async logIn(password: string): Promise<void> {
    if (this.cookie !== '') return;
    const answer = await this.call('/api/v0/auth/login', { method: 'POST', body: { password } });
    expect(answer.status).toBe(200);
    this.cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  }

  async set(config: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await this.call('/api/v0/settings', { method: 'PUT', body: { config } });
    expect(answer.status, await answer.text()).toBe(200);
  }

  /** `more`: other fields of the channel's form. */
  async follow({
    url,
    name,
    graceS,
    more = {},
  }: {
    readonly url: string;
    readonly name: string;
    readonly graceS: number;
    readonly more?: Readonly<Record<string, unknown>>;
  }): Promise<Channel> {
    const body = { provider: 'hls', url, internalName: name, displayName: name, grace_s: graceS, ...more };
    const answer = await this.call('/api/v0/channels', { method: 'POST', body });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return (JSON.parse(text) as { data: Channel }).data;
  }

  /** Sets how long Vodkeep waits for a dropped stream of the channel; by default as short as for an ended one. */
  setGrace(name: string, seconds = GRACE_S): Promise<void> {
    return this.change(name, { grace_s: seconds });
  }

  /** @param fields of the channel's form */
  async change(name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const { uuid } = await this.channel(name);
    const answer = await this.call(`/api/v0/channels/${uuid}`, { method: 'PUT', body: fields });
    expect(answer.status, await answer.text()).toBe(200);
  }

  async channel(name: string): Promise<Channel> {
    // The list contains all channels with their VODs, which is much work where there are fifty of them.
    const known = await this.knownChannel(name);
    if (known) return known;
    const { streamer_list: all } = await this.get<{ streamer_list: Channel[] }>('/api/v0/channels');
    for (const { internalName, uuid } of all) this.uuids.set(internalName, uuid);
    const found = all.find((one) => one.internalName === name);
    expect(found, `channel ${name}`).toBeDefined();
    return found!;
  }

  /** Null for a channel that the list has not shown yet, or that was removed; its name may belong to another one now. */
  private async knownChannel(name: string): Promise<Channel | null> {
    const uuid = this.uuids.get(name);
    if (uuid === undefined) return null;
    const answer = await this.call(`/api/v0/channels/${uuid}`);
    const text = await answer.text();
    if (answer.status === 404) return null;
    expect(answer.status, text).toBe(200);
    const { data } = JSON.parse(text) as { data: Channel };
    return data.internalName === name ? data : null;
  }

  /** Waits for the only VOD of a channel; a second one would mean a broken recording. */
  async vodOf(name: string): Promise<Vod> {
    await expect
      .poll(async () => (await this.channel(name)).vods_list.length, { timeout: MINUTE_MS, message: `VODs of ${name}` })
      .toBe(1);
    return (await this.channel(name)).vods_list[0]!;
  }

  vod(uuid: string): Promise<Vod> {
    return this.get(`/api/v0/vod/${uuid}`);
  }

  /** Waits until this much media is stored. */
  async grown(name: string, mediaMs: number): Promise<Vod> {
    const { uuid } = await this.vodOf(name);
    await expect
      .poll(async () => (await this.vod(uuid)).media_ms, { timeout: MINUTE_MS, message: `ms of ${name} stored` })
      .toBeGreaterThanOrEqual(mediaMs);
    return this.vod(uuid);
  }

  /** Waits until the VOD is finalized. */
  async finished(name: string): Promise<Vod> {
    const { uuid } = await this.vodOf(name);
    await expect
      .poll(
        async () => {
          const { state, state_reason: reason } = await this.vod(uuid);
          return state === 'failed' ? reason : state;
        },
        { timeout: 2 * MINUTE_MS, intervals: [500], message: `state of ${name}` },
      )
      .toBe('finalized');
    expect(await this.vodOf(name)).toMatchObject({ uuid });
    return this.vod(uuid);
  }

  /** Length of the VOD's timeline: the sum of the playlist of its video. */
  async listedMs(uuid: string): Promise<number> {
    const read = async (name: string): Promise<string> => (await this.call(`/api/v0/vod/${uuid}/${name}`)).text();
    const first = await read('index.m3u8');
    const text = first.includes('#EXT-X-STREAM-INF') ? await read('r/video.m3u8') : first;
    return [...text.matchAll(/^#EXTINF:([\d.]+),/gm)].reduce((sum, [, seconds]) => sum + Number(seconds) * 1000, 0);
  }

  /** A signed address of the playlist, which needs no cookie. */
  async share(uuid: string): Promise<string> {
    return (await this.get<{ url: string }>(`/api/v0/vod/${uuid}/share`)).url;
  }
}
