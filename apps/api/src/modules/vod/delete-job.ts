import { z } from 'zod';
import { defineApiJob } from '../../jobs/api-job-def.js';
import { LibraryName } from '../../workflows/tombstones.js';

/** What remains of a VOD whose row is deleted. */
const Rest = z.strictObject({ uuid: z.uuid(), basename: z.string(), names: z.array(LibraryName) });
export type Rest = z.infer<typeof Rest>;

/** Deletes the remains of VODs and files whose rows are already deleted, or all VODs of a channel one after another. */
export const DELETE = defineApiJob(
  'delete',
  z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('rests'), rests: z.array(Rest) }),
    z.strictObject({
      what: z.literal('files'),
      vodUuid: z.uuid(),
      keys: z.array(z.string()),
      /** Also delete the segments, because this was the last file. */
      segments: z.boolean().default(false),
    }),
    z.strictObject({ what: z.literal('channel'), channelUuid: z.uuid() }),
  ]),
);
