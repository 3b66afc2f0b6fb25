import { z } from 'zod';
import { PART_END_CAUSES } from '../capture/journal.js';
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
  /** Advertisements in the place of media; not part of `missingMs`. */
  adMs: z.int().nonnegative().default(0),
};

/** A recorder wrote its first segment under a lease. Published by recorder, read by api's recording workflow. */
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

/** A part is over; its journal holds an `end` record with the same cause. The VOD may go on with a next part. */
export const partEnded = defineEvent(
  'part-ended',
  'vodUuid',
  z.object({ ...part, ...totals, cause: z.enum(PART_END_CAUSES), reason: Message.nullable() }),
);

/**
 * Segments of a part came to storage after the process that captured them was gone: out of the spool it left. Its
 * `part-ended`, if there was one, knew nothing of them. `segments` and `bytes` are of what came now, not of the part;
 * who counts checks storage again.
 */
export const partRecovered = defineEvent(
  'part-recovered',
  'vodUuid',
  z.object({ ...part, segments: z.int().nonnegative(), bytes: z.int().nonnegative() }),
);

/**
 * A live channel could not be recorded (no such quality, 403, no free slot ...). `reason` is shown to the operator as
 * it stands.
 */
export const captureRefused = defineEvent(
  'capture-refused',
  'vodUuid',
  z.object({ vodUuid: z.uuid(), recorder: z.string(), at: z.int(), reason: Message }),
);

/** Where a capture stands, every 5 s and at each change of state. */
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
     * Chat as this recorder follows it: `away` while it is not in the room, `reason` says why. Null: none is wanted, or
     * the site has none. `messages`: records of it that are on storage or on the way there, those of earlier parts
     * included.
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
