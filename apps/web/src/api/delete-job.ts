import { deleteJob as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Stops a job, or forgets an ended one. The name may end in `*`. */
export const deleteJob = (name: string, clear = false) =>
  call(route, { params: { name }, query: clear ? { clear: '1' } : {} });

/** v0's way to stop a recording. Spec section 7. */
export const stopCapture = (internalName: string) => deleteJob(`capture_${internalName}_*`);
