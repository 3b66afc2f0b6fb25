import { loadConfig, type Config, type Sections } from './load-config.js';

/**
 * Settings of a command that an operator runs by hand, from the environment of this process.
 * @throws UserError `config` as {@link loadConfig}
 */
export function loadCommandConfig<T extends Sections>(sections: T): Config<T> {
  return loadConfig(process.env, sections);
}
