import { z } from 'zod';
import { Ulid } from '../ids.js';

/**
 * A recording that must run: KV bucket `assign`, key = VOD uuid. Only the API writes it. A deleted key stops the
 * recording.
 */
export const Assignment = z.object({
  vodUuid: z.uuid(),
  channelUuid: z.uuid(),
  channelName: z.string(),
  providerKind: z.string(),
  /** URL of the playlist. User info in it is sealed (`v1.…`), never plaintext. */
  sourceUrl: z.string(),
  /** HTTP headers, sealed as one JSON text, or null. */
  sealedHeaders: z.string().nullable(),
  /** Id of the channel at its site, and its current name there; missing if only the URL is known. */
  sourceId: z.string().optional(),
  login: z.string().optional(),
  /** Whether its chat is recorded too. */
  chat: z.boolean().optional(),
  /** Forward proxy for the requests; `sealed` is its sealed URL. */
  proxy: z.object({ sealed: z.string(), for: z.enum(['playlists', 'all']) }).optional(),
  /** In the operator's order; the first one that the stream offers is recorded. Empty: best. */
  qualities: z.array(z.string()),
  nearestBelow: z.boolean(),
  /** 0 to 100, higher first: decides which assignment gets a scarce recorder slot. */
  priority: z.int().min(0).max(100),
  /** A part ends as stale after this number of target durations without a new segment. */
  staleTargets: z.number().positive(),
  createdAt: z.iso.datetime(),
});
export type Assignment = z.infer<typeof Assignment>;

/**
 * The recorder of a VOD: KV bucket `lease`, key = VOD uuid, TTL 5 s, renewed every 1.5 s. A recorder that finds another
 * `partId` stops.
 */
export const Lease = z.object({
  vodUuid: z.uuid(),
  partId: Ulid,
  /**
   * Recorder process: `<node>/<slot>`. The node part is stable across restarts, so that a node resumes its own
   * recordings.
   */
  recorder: z.string(),
  node: z.string(),
  pid: z.int().positive(),
  since: z.iso.datetime(),
});
export type Lease = z.infer<typeof Lease>;
