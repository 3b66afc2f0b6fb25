import { outage } from './outage.js';

export const postgresKilled = outage('postgres');
