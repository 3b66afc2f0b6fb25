import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { HlsProvider } from '../hls/hls.provider.js';
import { SelfTestProvider } from '../self-test/self-test.provider.js';
import { TwitchProvider } from '../twitch/twitch.provider.js';
import { NO_ACCOUNT, type SiteAccountStore } from './account.js';
import { type SiteFetch, siteFetch } from './guarded-agent.js';
import { type Provider } from './provider.js';
import { SiteAddresses } from './site-addresses.js';

/** The dependencies of providers. `account` returns the operator's own account at a site of that kind. */
export interface ProviderPorts {
  readonly sites: SiteAddresses;
  readonly account: (kind: string) => SiteAccountStore;
}

/** All supported sites; a new site needs a folder and a line here. */
const PROVIDER_FACTORIES: readonly ((ports: ProviderPorts) => Provider)[] = [
  () => new HlsProvider(),
  ({ sites, account }) => new TwitchProvider({ sites, account: account('twitch') }),
];

export class Providers {
  /** Fetches pictures and clips that sites name. */
  readonly fetch: SiteFetch;
  private readonly byKind: ReadonlyMap<string, Provider>;
  /** No site: {@link all} leaves it out. */
  private readonly selfTest = new SelfTestProvider();

  constructor(ports: ProviderPorts = { sites: new SiteAddresses(), account: () => NO_ACCOUNT }) {
    this.fetch = siteFetch(ports.sites);
    this.byKind = new Map(PROVIDER_FACTORIES.map((make) => make(ports)).map((p) => [p.kind, p]));
  }

  all(): readonly Provider[] {
    return [...this.byKind.values()];
  }

  /** @throws UserError `unknown-provider` on field `provider` */
  of(kind: string): Provider {
    const found = kind === this.selfTest.kind ? this.selfTest : this.byKind.get(kind);
    if (found) return found;
    const known = [...this.byKind.keys()].join(', ');
    throw new UserError(message('error.unknown-provider', { kind, known }), {
      fields: [{ path: 'provider', message: message('field.one-of', { choices: known }) }],
    });
  }
}
