import { z } from 'zod';
import { CAPTURE_NOTICES, PART_END_CAUSES } from '../capture/journal.js';
import { Ulid } from '../ids.js';
import { defineEvent, definePulse } from '../message.js';
import { Message } from '../localized.js';

const part = { vodUuid: z.uuid(), partId: Ulid, recorder: z.string(), at: z.int() };
const totals = {
  segments: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  mediaMs: z.int().nonnegative(),
  missingMs: z.int().nonnegative(),
  gaps: z.int().nonnegative(),
  /** Duration of advertisements in place of media; not part of `missingMs`. */
  adMs: z.int().nonnegative().default(0),
  /** What was odd about the source, with the number of occurrences. */
  notices: z.array(z.object({ code: z.enum(CAPTURE_NOTICES), count: z.int().positive() })).default([]),
};

/**
 * A recorder stored its first segment under a lease. Published by the recorder, consumed by the API's recording
 * workflow.
 */
export const partStarted = defineEvent(
  'part-started',
  'vodUuid',
  z.object({
    ...part,
    rendition: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    fps: z.number().nullable(),
  }),
);

/** A part ended; its journal contains an `end` record with the same cause. The VOD may continue with another part. */
export const partEnded = defineEvent(
  'part-ended',
  'vodUuid',
  z.object({ ...part, ...totals, cause: z.enum(PART_END_CAUSES), reason: Message.nullable() }),
);

/**
 * Segments from the spool of an ended process were stored. Its `part-ended` event, if there was one, does not include
 * them. `segments` and `bytes` count only these segments and not the whole part; read storage for totals.
 */
export const partRecovered = defineEvent(
  'part-recovered',
  'vodUuid',
  z.object({ ...part, segments: z.int().nonnegative(), bytes: z.int().nonnegative() }),
);

/**
 * A live channel could not be recorded (no such quality, 403, no free slot ...). `reason` is shown to the operator
 * unchanged.
 */
export const captureRefused = defineEvent(
  'capture-refused',
  'vodUuid',
  z.object({ vodUuid: z.uuid(), recorder: z.string(), at: z.int(), reason: Message }),
);

/**
 * A recorder process died while it held the leases of these VODs. Published by the next process of its node, or by a
 * recorder that saw the leases expire.
 */
export const recorderDied = defineEvent(
  'recorder-died',
  'process',
  z.object({ process: Ulid, recorder: z.string(), vodUuids: z.array(z.uuid()).max(256), at: z.int() }),
);

/** A snapshot names no more parts than this, so that it stays small. */
export const MAX_FINISHING_PARTS = 100;

/** State of a recording, every 5 s and at each change of state. */
export const captureSnapshot = definePulse(
  'capture',
  'vodUuid',
  z.object({
    ...part,
    ...totals,
    state: z.enum(['opening', 'writing', 'standby', 'spooling', 'draining']),
    startedAt: z.int(),
    lastSegmentAt: z.int().nullable(),
    bitrate: z.int().nonnegative(),
    spooledBytes: z.int().nonnegative(),
    rendition: z.string(),
    note: Message.nullable(),
    /**
     * Parts that have ended and whose segments are not all stored yet, the oldest first. Missing: the recorder is of an
     * earlier version.
     */
    finishing: z.array(Ulid).max(MAX_FINISHING_PARTS).optional(),
    /**
     * State of the chat in this recorder: `away` while it is not in the room, with the `reason`. Null: no chat is
     * wanted, or the site has none. `messages`: number of chat records on storage or on the way there, including those
     * of earlier parts.
     */
    chat: z
      .object({
        state: z.enum(['joining', 'joined', 'away']),
        messages: z.int().nonnegative(),
        reason: Message.nullable(),
      })
      .nullish(),
  }),
);
