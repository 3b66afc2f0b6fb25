import { z } from 'zod';
import { defineTask } from '../../tasks/task-def.js';

/** What stays to be deleted of VODs and files whose rows are gone already, or all VODs of a channel, one after the other. */
export const DELETE = defineTask('delete', z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('rest'), uuid: z.uuid(), libraryPaths: z.array(z.string()) }),
  z.strictObject({ what: z.literal('files'), keys: z.array(z.string()), libraryPaths: z.array(z.string()) }),
  z.strictObject({ what: z.literal('channel'), channelUuid: z.uuid() }),
]));
