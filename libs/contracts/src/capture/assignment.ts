import { z } from 'zod';
import { Ulid } from '../ids.js';
import { SOURCE_NETWORKS } from './source-network.js';

/**
 * A recording that must run: KV bucket `assign`, key = VOD uuid. Only the API writes it. A deleted key stops the
 * recording.
 */
export const Assignment = z.object({
  vodUuid: z.uuid(),
  channelUuid: z.uuid(),
  channelName: z.string(),
  providerKind: z.string(),
  /** URL of the channel at its site; of a channel by address the sealed URL of the playlist (`v1.…`). */
  sourceUrl: z.string(),
  /** `sourceAccessText`, sealed: headers, and the hosts and certificates that go with them; null: none. */
  sealedHeaders: z.string().nullable(),
  /** The network that the URL was added with; missing: unknown. */
  sourceNetwork: z.enum(SOURCE_NETWORKS).optional(),
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
  /** Which audio renditions are recorded: the setting `capture.audio`. Missing: `default`. */
  audio: z.string().optional(),
  /** 0 to 100, higher first: decides which assignment gets a scarce recorder slot. */
  priority: z.int().min(0).max(100),
  /** A part ends as stale after this number of target durations without a new segment. */
  staleTargets: z.number().positive(),
  /** Number of the isolated recorder that records it. Missing: any recorder that is not isolated. */
  isolated: z.int().positive().optional(),
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
  /** The process; a pid comes back, in a container at each start. */
  process: Ulid.optional(),
  /** Number of the isolated recorder that holds the lease. Missing: it is not isolated. */
  isolated: z.int().positive().optional(),
  /**
   * The recorder compares addresses as they are opened. Missing: it is of an earlier version, for which the same address
   * sealed is another source.
   */
  comparesOpened: z.literal(true).optional(),
  since: z.iso.datetime(),
});
export type Lease = z.infer<typeof Lease>;

/** Name of an isolated recorder as a process of the supervisor. */
export const isolatedRecorderName = (number: number | ''): string => `recorder-isolated-${String(number)}`;
