import type { OwnInstallationScenario } from '../scenario.js';
import { natsDisk, postgresDisk } from './control-disk.scenario.js';
import { dataDisk } from './data-disk.scenario.js';
import { storageDisk } from './storage-disk.scenario.js';

/** Full and read-only disks, each a real file system of its own; needs root. */
export const DISK: readonly OwnInstallationScenario[] = [storageDisk, postgresDisk, natsDisk, dataDisk];
