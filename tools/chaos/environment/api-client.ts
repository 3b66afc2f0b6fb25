import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import {
  addChannel,
  getChannel,
  getHealth,
  listJobs,
  listNotices,
  listSites,
  listVods,
  pathOf,
  putSettings,
  putSiteApp,
  signIntoSite,
  type Channel,
  type HealthCheck,
  type Job,
  type Notice,
  type RouteDef,
  type SettingValues,
  type SiteAccountView,
  type Vod,
  SCRIPT_HEADER,
} from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';

/** A request that only reads is repeated if it has no answer in this time. Any other is sent once. */
const REQUEST_TIMEOUT_MS = 5000;
/** Whether the api, or a part that it depends on, is unavailable: the request is repeated. */
export const isUnavailable = (status: number): boolean => status === 502 || status === 503;
/**
 * Other scenarios of the installation kill the api or its database, too. A request that only reads is repeated every
 * RETRY_INTERVAL_MS for this time, and the answer to another one may take as long.
 */
const RETRY_LIMIT_MS = 60_000;
const RETRY_INTERVAL_MS = 250;

interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Client of the installation's own API, over the loopback interface. */
export class ApiClient {
  constructor(readonly url: string) {}

  async change(config: Partial<SettingValues>): Promise<void> {
    await this.call(putSettings, { body: { config } });
  }
  follow(name: string, url: string): Promise<Channel> {
    return this.call(addChannel, { body: { provider: 'hls', url, internalName: name, displayName: name } });
  }
  /**
   * Follows a channel and records its chat.
   * @param page address of the channel at the site
   * @param priority which channels get events first if the site allows only a few subscriptions
   */
  followAt(provider: string, page: string, priority: number): Promise<Channel> {
    return this.call(addChannel, { body: { provider, url: page, priority, live_chat: true } });
  }
  channel(uuid: string): Promise<Channel> {
    return this.call(getChannel, { params: { uuid } });
  }
  vodsOf(channel: string): Promise<Vod[]> {
    return this.call(listVods, { query: { channel } });
  }
  /** One check of a service; undefined if the service has no check of that name. */
  async check(service: string, name: string): Promise<HealthCheck | undefined> {
    const { services } = await this.call(getHealth);
    return services.find((one) => one.service === service)?.checks.find((check) => check.name === name);
  }
  notices(): Promise<Notice[]> {
    return this.call(listNotices);
  }
  jobs(): Promise<Job[]> {
    return this.call(listJobs);
  }

  sites(): Promise<SiteAccountView[]> {
    return this.call(listSites);
  }
  async useApp(kind: string, app: { readonly client_id: string; readonly client_secret: string }): Promise<void> {
    await this.call(putSiteApp, { params: { kind }, body: app });
  }
  async signInAddress(kind: string): Promise<string> {
    return (await this.call(signIntoSite, { params: { kind }, body: {} })).url;
  }

  protected async call<R extends RouteDef>(
    route: R,
    { params = {}, query = {}, body }: Call = {},
  ): Promise<z.infer<R['data']>> {
    const address = `${this.url}${pathOf(route, params)}?${new URLSearchParams(query).toString()}`;
    // Some GETs of v0 change something, and then need the script header.
    const headers = { [SCRIPT_HEADER]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const onlyReads = route.method === 'GET' && route.changesState !== true;
    const limitMs = onlyReads ? REQUEST_TIMEOUT_MS : RETRY_LIMIT_MS;
    const request = async () => {
      const answer = await fetch(address, { method: route.method, ...sent, signal: AbortSignal.timeout(limitMs) });
      const { status } = answer;
      const text = await answer.text();
      const wrong = new OutsideError(
        untranslated('api', `${route.method} ${route.path} answers ${String(status)}: ${text.slice(0, 300)}`),
      );
      if (isUnavailable(status)) throw wrong;
      return answer.ok ? text : wrong;
    };
    const answer = await (onlyReads ? retryWhileUnavailable(request) : request());
    if (typeof answer !== 'string') throw answer;
    const { data } = JSON.parse(answer) as { readonly data?: unknown };
    return route.data.parse(data) as z.infer<R['data']>;
  }
}

async function retryWhileUnavailable<T>(request: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + RETRY_LIMIT_MS; ;) {
    try {
      return await request();
    } catch (thrown) {
      if (performance.now() > end) throw thrown;
      await pause(RETRY_INTERVAL_MS);
    }
  }
}

/** Name of a recorder in the installation, from its own name `<node>/<number>`. */
export const childOf = (recorder: string): string => `recorder-${recorder.slice(recorder.lastIndexOf('/') + 1)}`;
