import { exportSettings as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Settings and channels as one file, without secrets. */
export const exportSettings = async () => (await call(route)).data;
