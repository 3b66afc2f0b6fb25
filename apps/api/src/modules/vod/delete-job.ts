import { z } from 'zod';
import { defineApiJob } from '../../jobs/api-job-def.js';
import { LibraryName } from '../../workflows/tombstones.js';

/** What is left of a VOD whose row is gone. */
const Rest = z.strictObject({ uuid: z.uuid(), basename: z.string(), names: z.array(LibraryName) });
export type Rest = z.infer<typeof Rest>;

/**
 * What stays to be deleted of VODs and files whose rows are gone already, or all VODs of a channel, one after the
 * other.
 */
export const DELETE = defineApiJob(
  'delete',
  z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('rests'), rests: z.array(Rest) }),
    z.strictObject({
      what: z.literal('files'),
      vodUuid: z.uuid(),
      keys: z.array(z.string()),
      /** Its segments too: it was the last file. */
      segments: z.boolean().default(false),
    }),
    z.strictObject({ what: z.literal('channel'), channelUuid: z.uuid() }),
  ]),
);
