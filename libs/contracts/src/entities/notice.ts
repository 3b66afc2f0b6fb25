import { z } from 'zod';
import { localized } from '../localized.js';

/**
 * Subject of a notice. `could-not-record`: a channel is live but is not being recorded. `detection-stalled`: channels
 * are not checked for being live. `not-stored`: a recorder cannot store a part that has ended. `low-space`: a disk is
 * almost full or read-only. `cleanup-report`: what the next automatic clean-up deletes. `after-recording`: a stage
 * after a recording failed. `receiver-failing`: a receiver of notifications does not accept a message. `files-damaged`:
 * stored objects are not as they were stored.
 */
export const NOTICE_KINDS = [
  'could-not-record',
  'push-revoked',
  'channel-renamed',
  'chat-missing',
  'account',
  'library-lost',
  'detection-stalled',
  'not-stored',
  'low-space',
  'cleanup-report',
  'after-recording',
  'files-damaged',
  'receiver-failing',
  'self-test-failed',
] as const;

/**
 * A problem, or information for the operator, retained until it is dismissed. Addition to v0, which only had transient
 * toasts.
 */
export const Notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  level: z.enum(['info', 'warning', 'error']),
  channel_uuid: z.uuid().nullable(),
  vod_uuid: z.uuid().nullable(),
  /** The event and the remedy, as one text. */
  title: localized(),
  text: localized(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  count: z.int(),
  /** Set if the problem ended by itself; the notice remains readable. */
  resolved_at: z.iso.datetime().nullable(),
});
export type Notice = z.infer<typeof Notice>;
