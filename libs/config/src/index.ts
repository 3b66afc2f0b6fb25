export { configFiles, configurationDoc, envExample } from './config-docs.js';
export { loadCommandConfig, loadConfig } from './load-config.js';
export {
  loadServiceConfig,
  SERVICES,
  type ApiConfig,
  type ConfigOf,
  type ServiceName,
  type SharedConfig,
} from './services.js';
export { coreSection, supervisorSection } from './sections.js';
export { defineConfig, type Section } from './setting.js';
export { settingsFromEnv } from './settings-from-env.js';
export { storageChoice } from './storage-choice.js';
