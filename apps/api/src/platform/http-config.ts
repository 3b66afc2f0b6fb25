import { type ApiConfig, settingsFromEnv } from '#libs/config';
import { type RouteDef, type SettingKey } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { readGitState } from './git-state.js';
import { printToConsole } from './operator-console.js';

const DEFAULTS = {
  basepath: '',
  port: 8080,
  webDir: null,
  firstPassword: null,
  dataDir: null,
  print: () => undefined,
  version: '0',
  trustProxy: false,
  hostNames: [],
  answerCheck: 'off',
  routesToCome: [],
  loginTries: { perAddress: 10, inAll: 300 },
  settingTexts: new Map(),
  settingFaults: [],
  git: { hash: '', branch: '' },
} as const satisfies HttpConfig;

/** External configuration of the HTTP layer; main.ts creates it from libs/config. Also the injection token. */
export class HttpConfig {
  /** '' or '/prefix', as VODKEEP_BASEPATH. */
  readonly basepath!: string;
  /** Port that the operator opens on the machine itself, for the text that shows it. */
  readonly port!: number;
  /** Folder of the built page; null to serve the API only. */
  readonly webDir!: string | null;
  /** VODKEEP_PASSWORD: stored once, if no password is stored. */
  readonly firstPassword!: string | null;
  /** Folder for the file with the code of the first password; null: no file. */
  readonly dataDir!: string | null;
  /** Shows lines on the operator's console. */
  readonly print!: (lines: readonly string[]) => void;
  readonly version!: string;
  /** Express's `trust proxy`: the proxies whose headers may set the caller's address. */
  readonly trustProxy!: boolean | number;
  /** Names by which Vodkeep may be reached; empty: any. */
  readonly hostNames!: readonly string[];
  /** Reaction to a controller result that does not match its route: `fail` in tests, `log` in development. */
  readonly answerCheck!: 'off' | 'log' | 'fail';
  /** Routes of contracts without a handler yet. Any other route needs a handler, or the service does not start. */
  readonly routesToCome!: readonly RouteDef[];
  /** Maximum number of failed logins within 15 minutes, per address and in total. */
  readonly loginTries!: { readonly perAddress: number; readonly inAll: number };

  /** Settings that an environment variable sets, with the variable's name and text. */
  readonly settingTexts!: ReadonlyMap<SettingKey, { readonly name: string; readonly text: string }>;
  /** Faults in such variables. */
  readonly settingFaults!: readonly Message[];
  /** Commit and branch of the build, if known. */
  readonly git!: { readonly hash: string; readonly branch: string };

  constructor(given: Partial<HttpConfig> = {}) {
    Object.assign(this, DEFAULTS, given);
  }
}

/** Creates the configuration from the process configuration, the environment and the working copy of the build. */
export function httpConfig(config: ApiConfig, version: string): HttpConfig {
  const { texts, faults } = settingsFromEnv();
  return new HttpConfig({
    basepath: config.http.basepath,
    port: config.http.port,
    webDir: config.http.webDir,
    firstPassword: config.http.password,
    dataDir: config.core.dataDir,
    print: printToConsole,
    version,
    trustProxy: config.http.trustProxy === 0 ? false : config.http.trustProxy,
    hostNames: config.http.hostNames,
    settingTexts: texts,
    settingFaults: faults,
    git: readGitState(import.meta.dirname),
  });
}
