import { z } from 'zod';
import { VideoMetadata } from '../jobs/convert.job.js';
import { localized } from '../localized.js';

/**
 * A video file that the operator put next to the recordings of a channel, in the format of v0 clients in `video_list`
 * (docs/reference/v0-api.md): `channel` its internal name, `duration` in s, `size` in bytes, `thumbnail` its file name
 * below `/cache/thumbs/`. Additions to v0: `uuid`, `url`, `found_at`, and `fault`: why it could not be read, otherwise
 * empty.
 */
export const LocalVideo = z.object({
  basename: z.string(),
  extension: z.string(),
  channel: z.string(),
  duration: z.number(),
  size: z.int(),
  video_metadata: VideoMetadata.optional(),
  thumbnail: z.string().optional(),
  uuid: z.uuid(),
  url: z.string(),
  found_at: z.iso.datetime(),
  fault: localized(),
});
export type LocalVideo = z.infer<typeof LocalVideo>;
