export { parseArguments, type Arguments } from './arguments.js';
export { startInstallation, type Installation } from './installation.js';
export type { ExtraService, InstallationOptions } from './installation-options.js';
export { installationOptions } from './settings.js';
export type { ReadyMessage } from './wait-for.js';
