import { AIOSMTPD } from './aiosmtpd.js';
import { MOSQUITTO } from './mosquitto.js';
import type { Receiver } from './receiver.js';

/** All receivers of notifications, in the order of the report. */
export const RECEIVERS: readonly Receiver[] = [AIOSMTPD, MOSQUITTO];
