import { z } from 'zod';
import { localized } from '../localized.js';

/**
 * What a notice is about. `could-not-record`: a channel is live and nothing is being written of it. `detection-stalled`:
 * no channel is checked for being live.
 */
export const NOTICE_KINDS = [
  'could-not-record',
  'push-revoked',
  'channel-renamed',
  'chat-missing',
  'account',
  'library-lost',
  'detection-stalled',
] as const;

/**
 * Something that went wrong, or that the operator should know, kept until it is dismissed. Ours; v0 only had passing
 * toasts.
 */
export const Notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  level: z.enum(['info', 'warning', 'error']),
  channel_uuid: z.uuid().nullable(),
  vod_uuid: z.uuid().nullable(),
  /** What happened and what to do, as one text. */
  title: localized(),
  text: localized(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  count: z.int(),
  /** It is over by itself; it stays to be read. */
  resolved_at: z.iso.datetime().nullable(),
});
export type Notice = z.infer<typeof Notice>;
