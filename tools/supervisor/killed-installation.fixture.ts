import { startInstallation } from './installation.js';
import type { ExtraService } from './installation-options.js';

/** A supervisor for tests to kill: starts an installation from its one JSON argument, prints the pids and waits. */
const { dataDir, port, services } = JSON.parse(process.argv[2] ?? '') as {
  dataDir: string;
  port: number;
  services: ExtraService[];
};
const installation = await startInstallation({ dataDir, port, host: '127.0.0.1', services });
console.log(JSON.stringify(installation.pids()));
