import { type Sections, loadConfig, type ConfigSources } from './load-config.js';
import {
  converterSection,
  controlSection,
  selfTestSection,
  coreSection,
  httpSection,
  natsSection,
  pgSection,
  recorderSection,
  secretSection,
  sitesSection,
  storageSection,
  workersSection,
} from './sections.js';
import { type ValuesOf } from './setting.js';

const shared = { core: coreSection, nats: natsSection, storage: storageSection } as const;

/** The sections that each service reads. A service does not know other sections (workers get no database address). */
export const SERVICES = {
  api: {
    ...shared,
    pg: pgSection,
    http: httpSection,
    secrets: secretSection,
    sites: sitesSection,
    workers: workersSection,
    control: controlSection,
    selfTest: selfTestSection,
  },
  recorder: { ...shared, recorder: recorderSection, secrets: secretSection, sites: sitesSection },
  converter: { ...shared, converter: converterSection },
  exporter: { ...shared, secrets: secretSection },
} as const satisfies Record<string, Sections>;

export type ServiceName = keyof typeof SERVICES;
export type ConfigOf<N extends ServiceName> = {
  readonly [K in keyof (typeof SERVICES)[N]]: (typeof SERVICES)[N][K] extends Sections[string]
    ? ValuesOf<(typeof SERVICES)[N][K]>
    : never;
};
export type ApiConfig = ConfigOf<'api'>;
type ExporterConfig = ConfigOf<'exporter'>;
/** Settings that every service has; service-kit needs no others. */
export type SharedConfig = Pick<ExporterConfig, 'core' | 'nats' | 'storage'>;

/**
 * Settings of one service from the environment of this process.
 * @throws UserError `config` as {@link loadConfig}
 */
export function loadServiceConfig<N extends ServiceName>(
  name: N,
  env: Readonly<Record<string, string | undefined>> = process.env,
  configSources: ConfigSources = {},
): ConfigOf<N> {
  return loadConfig(env, SERVICES[name], configSources) as ConfigOf<N>;
}
