import { importSettings as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param dryRun only tells what it would change */
export const importSettings = (file: Readonly<Record<string, unknown>>, dryRun: boolean) =>
  call(route, { query: dryRun ? { dry_run: '1' } : {}, body: file });
