import { type GapCause } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { HttpError } from '../http/http-port.js';

/** The cause of the gap if no attempt follows this failure of `fetchSegment`. */
export function gapCauseOf(failed: unknown): GapCause {
  if (failed instanceof HttpError) {
    if (failed.what === 'status') return 'not-found';
    return failed.what === 'truncated' || failed.what === 'too-large' ? 'truncated' : 'left-window';
  }
  if (!isAppError(failed)) return 'left-window';
  if (failed.code === 'key-missing' || failed.code === 'wrong-key' || failed.code === 'key-unsupported')
    return 'key-missing';
  return failed.code === 'not-media' ? 'truncated' : 'not-found';
}
