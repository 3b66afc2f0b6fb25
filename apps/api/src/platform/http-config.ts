import { type ApiConfig, settingsFromEnv } from '#libs/config';
import { type RouteDef, type SettingKey } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { readGitState } from './git-state.js';

const DEFAULTS = {
  basepath: '',
  port: 8080,
  webDir: null,
  firstPassword: null,
  version: '0',
  trustProxy: false,
  answerCheck: 'off',
  routesToCome: [],
  loginTries: { perAddress: 10, inAll: 300 },
  settingTexts: new Map(),
  settingFaults: [],
  git: { hash: '', branch: '' },
} as const satisfies HttpConfig;

/** What the HTTP layer needs to know from outside; main.ts makes it from libs/config. Also the injection token. */
export class HttpConfig {
  /** '' or '/prefix', as VODKEEP_BASEPATH. */
  readonly basepath!: string;
  /** Port that the operator opens on the machine itself, for the text that tells so. */
  readonly port!: number;
  /** Folder of the built page; null: the API only. */
  readonly webDir!: string | null;
  /** VODKEEP_PASSWORD: stored once, when no password is. */
  readonly firstPassword!: string | null;
  readonly version!: string;
  /** What express calls `trust proxy`: which proxies may say who the caller is. */
  readonly trustProxy!: boolean | number | string;
  /**
   * What happens when a controller answers something else than its route says: `fail` in tests, `log` in development.
   */
  readonly answerCheck!: 'off' | 'log' | 'fail';
  /** Routes of contracts that nobody handles yet; all others must have a handler or the service does not start. */
  readonly routesToCome!: readonly RouteDef[];
  /** Failed logins within 15 minutes, from one address and in all. */
  readonly loginTries!: { readonly perAddress: number; readonly inAll: number };

  /** Settings that a variable of their own holds fast: the variable and its text. */
  readonly settingTexts!: ReadonlyMap<SettingKey, { readonly name: string; readonly text: string }>;
  /** What is wrong with variables of that kind. */
  readonly settingFaults!: readonly Message[];
  /** What was built, where it is known. */
  readonly git!: { readonly hash: string; readonly branch: string };

  constructor(given: Partial<HttpConfig> = {}) {
    Object.assign(this, DEFAULTS, given);
  }
}

/** Made of the configuration of the process, its environment and the working copy that it was built in. */
export function httpConfig(config: ApiConfig, version: string): HttpConfig {
  const { texts, faults } = settingsFromEnv();
  return new HttpConfig({
    basepath: config.http.basepath,
    port: config.http.port,
    webDir: config.http.webDir,
    firstPassword: config.http.password,
    version,
    trustProxy: config.http.trustProxy,
    settingTexts: texts,
    settingFaults: faults,
    git: readGitState(import.meta.dirname),
  });
}
