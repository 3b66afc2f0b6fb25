import { loadConfig, type Surroundings } from './load-config.js';
import { SERVICES, type ConfigOf, type ServiceName } from './services.js';

/**
 * Settings of one service from the environment of this process; the one place of the product that reads it.
 * @throws UserError `config` as {@link loadConfig}
 */
export function loadServiceConfig<N extends ServiceName>(
  name: N,
  env: Readonly<Record<string, string | undefined>> = process.env,
  surroundings: Surroundings = {},
): ConfigOf<N> {
  return loadConfig(env, SERVICES[name], surroundings) as ConfigOf<N>;
}
