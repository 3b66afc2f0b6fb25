import { z } from 'zod';
import { localized } from '../localized.js';
import { VideoMetadata } from '../jobs/convert.job.js';

/**
 * A saved clip in the format of v0 clients in `clips_list` (docs/reference/v0-api.md): `folder` and `basename` are its
 * path below `saved_clips/`, `channel` the login of the broadcaster, `duration` in s, `size` in bytes, `thumbnail` its
 * file name below `/cache/thumbs/`, `clip_metadata` the site's data about it. Additions to v0: `uuid`, `channel_uuid`
 * (null: the channel is not followed), `title`, `url` of the media, `source_url` at the site, `created_at` when the
 * viewer made it, `saved_at`, `missing` if its media are not on storage, `damaged`.
 */
export const Clip = z.object({
  folder: z.string(),
  basename: z.string(),
  extension: z.string(),
  channel: z.string(),
  duration: z.number(),
  size: z.int(),
  video_metadata: VideoMetadata,
  thumbnail: z.string().optional(),
  clip_metadata: z.record(z.string(), z.unknown()).optional(),
  uuid: z.uuid(),
  channel_uuid: z.uuid().nullable(),
  title: z.string(),
  url: z.string(),
  source_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  saved_at: z.iso.datetime(),
  missing: z.boolean(),
  /** Stored objects that are not as they were stored; absent if there are none. */
  damaged: z.array(z.object({ name: z.string(), text: localized() })).optional(),
});
export type Clip = z.infer<typeof Clip>;
