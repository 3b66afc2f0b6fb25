import { z } from 'zod';
import { Ulid } from '../ids.js';

/** What to record: KV bucket `assign`, key = VOD uuid. Only api writes it; a deleted key is "stop". */
export const Assignment = z.object({
  vodUuid: z.uuid(),
  channelUuid: z.uuid(),
  channelName: z.string(),
  providerKind: z.string(),
  /** Address of the playlist; user info in it is sealed (`v1.…`), never clear. */
  sourceUrl: z.string(),
  /** Headers sealed as one JSON text, or null. */
  sealedHeaders: z.string().nullable(),
  /** The channel at its site, and what it is called there now; missing where the address is all there is. */
  sourceId: z.string().optional(),
  login: z.string().optional(),
  /** Its chat is recorded too. */
  chat: z.boolean().optional(),
  /** Requests go through a forward proxy; `sealed` opens to its address. */
  proxy: z.object({ sealed: z.string(), for: z.enum(['playlists', 'all']) }).optional(),
  /** In the operator's order; the first one that the stream offers is taken. Empty: best. */
  qualities: z.array(z.string()),
  nearestBelow: z.boolean(),
  /** 0..100, higher first: who takes it earlier when slots are scarce. */
  priority: z.int().min(0).max(100),
  /** After this many target durations without a new segment a part ends as stale. */
  staleTargets: z.number().positive(),
  createdAt: z.iso.datetime(),
});
export type Assignment = z.infer<typeof Assignment>;

/**
 * Who does it: KV bucket `lease`, key = VOD uuid, TTL 5 s, renewed every 1.5 s. A recorder that sees another `partId`
 * stops.
 */
export const Lease = z.object({
  vodUuid: z.uuid(),
  partId: Ulid,
  /**
   * Recorder process: `<node>/<slot>`; the node part is stable over restarts, so that a node takes its captures back.
   */
  recorder: z.string(),
  node: z.string(),
  pid: z.int().positive(),
  since: z.iso.datetime(),
});
export type Lease = z.infer<typeof Lease>;
