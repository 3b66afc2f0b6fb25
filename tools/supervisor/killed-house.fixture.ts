import { startHouse } from './house.js';
import type { ExtraService } from './house-options.js';

/** A supervisor that a test kills: starts a house as told by its one JSON argument, says its pids, and waits. */
const { dataDir, port, services } = JSON.parse(process.argv[2] ?? '') as {
  dataDir: string;
  port: number;
  services: ExtraService[];
};
const house = await startHouse({ dataDir, port, host: '127.0.0.1', services });
console.log(JSON.stringify(house.pids()));
