import { outage } from './outage.js';

export const natsKilled = outage('nats');
