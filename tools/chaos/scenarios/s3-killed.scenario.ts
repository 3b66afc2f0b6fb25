import { outage } from './outage.js';

/** Segments wait in the recorder's spool meanwhile. */
export const s3Killed = outage('s3', ['s3']);
