import { outage } from './outage.js';

export const apiKilled = outage('api');
