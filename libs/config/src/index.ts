export { configFiles, configurationDoc, envExample } from './config-docs.js';
export { loadCommandConfig, loadConfig, type Config, type Sections, type ConfigSources } from './load-config.js';
export {
  loadServiceConfig,
  SERVICES,
  type ApiConfig,
  type ConfigOf,
  type ExporterConfig,
  type ServiceName,
  type SharedConfig,
} from './services.js';
export { coreSection, natsSection, supervisorSection } from './sections.js';
export {
  defineConfig,
  REQUIRED,
  type DerivedDefault,
  type Machine,
  type Section,
  type Setting,
  type ValuesOf,
} from './setting.js';
export { settingsFromEnv, type SettingText, type SettingTexts } from './settings-from-env.js';
export { storageChoice, type StorageChoice } from './storage-choice.js';
