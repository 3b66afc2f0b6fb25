import type { ChannelSpec } from '../scenario.js';
import { smallChannel } from '../scenarios/small-channel.js';
import { startSim, type Sim } from '../start-sim.js';
import { SIM_TWITCH_APP } from './auth/twitch-tokens.js';
import type { TwitchSettings } from './twitch-settings.js';
import type { TwitchChannelSpec } from './twitch-spec.js';

/** The fields of a response body that specs read; which of them exist depends on the request. */
export interface Body {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly cursor?: string };
  readonly access_token: string;
  readonly refresh_token: string;
  readonly total_cost: number;
}
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}
interface ClientRequest {
  readonly method?: string;
  readonly token?: string;
  readonly clientId?: string;
  readonly body?: unknown;
}

export const HARBOUR: TwitchChannelSpec = {
  userId: '50000001',
  displayName: 'Harbour',
  title: 'Boats',
  category: 'Chess',
  tags: ['English'],
  viewers: 7,
  broadcasterType: 'affiliate',
};

/** A running simulated Twitch, with a plain client. */
export class TwitchClient {
  private constructor(readonly sim: Sim) {}

  static async open({
    settings = {},
    channels = [onTwitch('harbour', HARBOUR)],
  }: {
    readonly settings?: Partial<TwitchSettings>;
    readonly channels?: readonly ChannelSpec[];
  } = {}): Promise<TwitchClient> {
    return new TwitchClient(
      await startSim({ scenario: { name: 'spec', about: '', channels, steps: [] }, twitch: settings }),
    );
  }

  site(host: string): string {
    return `${this.sim.url}/h/${host}`;
  }

  async helix(
    path: string,
    { method = 'GET', token, clientId = SIM_TWITCH_APP.clientId, body }: ClientRequest = {},
  ): Promise<Answer> {
    const headers = {
      'client-id': clientId,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return answerOf(
      await fetch(`${this.site('api.twitch.tv')}/helix${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  async token(fields: Readonly<Record<string, string>>): Promise<Answer> {
    return answerOf(
      await fetch(`${this.site('id.twitch.tv')}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: SIM_TWITCH_APP.clientId,
          client_secret: SIM_TWITCH_APP.clientSecret,
          ...fields,
        }),
      }),
    );
  }

  async appToken(): Promise<string> {
    return (await this.token({ grant_type: 'client_credentials' })).body.access_token;
  }

  /** Address to which the consent page redirects the browser. */
  async consent(more: Readonly<Record<string, string>> = {}): Promise<URL> {
    const query = new URLSearchParams({
      client_id: SIM_TWITCH_APP.clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'user:read:email',
      state: 's-1',
      ...more,
    });
    const answer = await fetch(`${this.site('id.twitch.tv')}/oauth2/authorize?${query.toString()}`, {
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? 'nowhere:');
  }

  async userGrant(): Promise<Body> {
    const code = (await this.consent()).searchParams.get('code') ?? '';
    return (await this.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })).body;
  }

  async userToken(): Promise<string> {
    return (await this.userGrant()).access_token;
  }
}

export const REDIRECT = 'http://127.0.0.1:3000/api/v1/sites/back';

export const onTwitch = (name: string, twitch: TwitchChannelSpec): ChannelSpec => smallChannel(name, { twitch });

async function answerOf(answer: Response): Promise<Answer> {
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text === '' ? 'null' : text) as Body };
}
