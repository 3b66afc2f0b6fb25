import { type PartEndCause } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';

/** Why a part that was captured ended, for its journal and the log. */
export const END_REASONS = {
  endlist: message('capture.end.endlist'),
  stale: message('capture.end.stale'),
  unreadable: message('capture.end.unreadable'),
  stopped: message('capture.end.stopped'),
  superseded: message('capture.end.superseded'),
  drained: message('capture.end.drained'),
} as const satisfies Partial<Record<PartEndCause, OwnMessage>>;
