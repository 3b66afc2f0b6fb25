import { z } from 'zod';
import { Message } from '../localized.js';
import { RenditionTrack } from '../capture/journal.js';
import { SubtitlesTrack, TimelineRun } from '../capture/timeline.js';
import { THUMB_FORMATS } from '../messages/picture.js';
import { DOWNLOAD_PLACES } from './download.jobs.js';
import { defineWorkerJob } from './worker-job.js';

/** Kinds of files that can be made from a VOD; `m4a` if it has no picture. */
export const CONTAINERS = ['mp4', 'mkv', 'mov', 'm4a'] as const;
export type Container = (typeof CONTAINERS)[number];

/**
 * Input of a container file: the runs of segments in order, and chapters (`offsetMs` from the start of the VOD, like
 * {@link MadeFile}).
 */
export const ConvertTimeline = z.object({
  vodUuid: z.uuid(),
  runs: z.array(TimelineRun),
  chapters: z.array(z.object({ offsetMs: z.number(), title: z.string() })),
  /** See {@link Timeline}. */
  audio: z.array(RenditionTrack).optional(),
  subtitles: z.array(SubtitlesTrack).optional(),
});
export type ConvertTimeline = z.infer<typeof ConvertTimeline>;

/** v0 `video_metadata` (docs/reference/v0-api.md). Integer fields where v0 has integers. */
export const VideoMetadata = z.object({
  type: z.enum(['video', 'audio']),
  container: z.string(),
  size: z.int(),
  duration: z.int(),
  full_duration: z.int(),
  bitrate: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
  fps: z.number().optional(),
  fps_mode: z.enum(['CFR', 'VFR']).optional(),
  video_codec: z.string().optional(),
  video_bitrate: z.int().optional(),
  video_bitrate_mode: z.string().optional(),
  audio_codec: z.string().optional(),
  audio_bitrate: z.int().optional(),
  audio_bitrate_mode: z.string().optional(),
  audio_sample_rate: z.int().optional(),
  audio_channels: z.int().optional(),
});
export type VideoMetadata = z.infer<typeof VideoMetadata>;

/**
 * A WebVTT file beside a container file, with its times. Its name is that of the container file with `ending`
 * (`.en.vtt`) instead of its extension.
 */
export const MadeSubtitles = z.object({
  key: z.string(),
  ending: z.string().regex(/^(\.\d+)?\.[A-Za-z\d-]+\.vtt$/),
  /** RFC 5646 tag; empty if the source names none. */
  language: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
});
export type MadeSubtitles = z.infer<typeof MadeSubtitles>;

/**
 * One finished container file, verified against the timeline. `startMs` and `endMs` are media time of the VOD (gaps
 * closed).
 */
export const MadeFile = z.object({
  fileId: z.string(),
  attempt: z.string(),
  key: z.string(),
  basename: z.string(),
  sizeBytes: z.int(),
  /** CRC-32 of its bytes, hexadecimal. Absent: of a converter of an earlier version. */
  crc32: z.string().optional(),
  startMs: z.number(),
  endMs: z.number(),
  videoMs: z.number(),
  metadata: VideoMetadata,
  thumbKey: z.string().nullable(),
  keyframesKey: z.string().nullable(),
  /** Absent: none. */
  subtitles: z.array(MadeSubtitles).optional(),
});
export type MadeFile = z.infer<typeof MadeFile>;

/** Makes the container files of a finished VOD, or of the site's copy of it. */
export const convertJob = defineWorkerJob({
  kind: 'convert',
  worker: 'converter',
  unit: 'bytes',
  input: z.object({
    vodUuid: z.uuid(),
    container: z.enum(CONTAINERS),
    basename: z.string(),
    /**
     * Object key of a JSON document, a {@link ConvertTimeline}, because it may exceed the maximum size of a message.
     */
    timelineKey: z.string(),
    /** Location of its segments. */
    place: z.enum(DOWNLOAD_PLACES).optional(),
    /** Format of the thumbnail; default: jpg. */
    thumbFormat: z.enum(THUMB_FORMATS).optional(),
  }),
  /**
   * All files are stored and verified; `warnings` are for the job tab. `isPartial`: some media could not be made into a
   * file, so the segments must stay.
   */
  result: z.object({ files: z.array(MadeFile).min(1), warnings: z.array(Message), isPartial: z.boolean().optional() }),
  outputs: ({ files }) => files,
});
