import { startInstallation } from './installation.js';
import type { ExtraService } from './installation-options.js';

/** A supervisor that a test kills: starts an installation as given by its one JSON argument, says its pids, and waits. */
const { dataDir, port, services } = JSON.parse(process.argv[2] ?? '') as {
  dataDir: string;
  port: number;
  services: ExtraService[];
};
const installation = await startInstallation({ dataDir, port, host: '127.0.0.1', services });
console.log(JSON.stringify(installation.pids()));
