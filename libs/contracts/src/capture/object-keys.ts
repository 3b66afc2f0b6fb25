import { type ChatChunkName, chatChunkName } from '../chat/chat-chunk.js';

/**
 * A rendition of a part, as the part of an object key: it has the part's folders below its own name, so that a reader
 * that does not know renditions takes none of its segments for those of the part (docs/adr/0018-renditions.md).
 */
export const renditionPath = (part: string, rendition: string): string => `${part}/r/${rendition}`;

/** Whether an object belongs to a rendition of a part. */
export const isOfRendition = (key: string): boolean => /\/parts\/[^/]+\/r\//.test(key);

/** Object keys in storage. The data of a VOD are deleted as a whole, by the prefix `vods/<vod>/`. */
export const objectKeys = {
  vods: () => 'vods/',
  vod: (vod: string) => `vods/${vod}/`,
  parts: (vod: string) => `vods/${vod}/parts/`,
  segments: (vod: string, part: string) => `vods/${vod}/parts/${part}/s/`,
  segment: (vod: string, part: string, name: string) => `vods/${vod}/parts/${part}/s/${name}`,
  /**
   * Init section (EXT-X-MAP) of fMP4 epochs; `crc` is the CRC of its bytes. Does not end in .mp4, so that media servers
   * do not list it.
   */
  init: (vod: string, part: string, crc: string) => `vods/${vod}/parts/${part}/i/${crc}.init`,
  journal: (vod: string, part: string) => `vods/${vod}/parts/${part}/j/`,
  /** Journal page `n`, immutable NDJSON; zero-padded so that pages sort. */
  journalPage: (vod: string, part: string, n: number) =>
    `vods/${vod}/parts/${part}/j/${String(n).padStart(6, '0')}.ndjson`,
  chat: (vod: string, part: string) => `vods/${vod}/parts/${part}/c/`,
  /**
   * Chunk `n` of a part's chat, immutable NDJSON of {@link ChatRecord}. `firstAt` and `lastAt` are the smallest and the
   * greatest site stamp in it, so that a listing shows which chunks may contain a moment; `count` is its number of
   * records.
   */
  chatChunk: (vod: string, part: string, name: ChatChunkName) => `vods/${vod}/parts/${part}/c/${chatChunkName(name)}`,
  /** Stored pictures of the chat: a {@link ChatAssetIndex} for each recorder, and one object for each picture. */
  chatAssets: (vod: string) => `vods/${vod}/chat/assets/`,
  chatAssetIndex: (vod: string, part: string) => `vods/${vod}/chat/assets/index-${part}.json`,
  /** Prefix of all asset indexes. */
  chatAssetIndexes: (vod: string) => `vods/${vod}/chat/assets/index-`,
  chatAsset: (vod: string, name: string) => `vods/${vod}/chat/assets/${name}`,
  /** The finished chat of one attempt (TwitchDownloader JSON). The database row refers to the valid attempt. */
  chatFile: (vod: string, attempt: string) => `vods/${vod}/chat/${attempt}.json`,
  /** Clock mapping for the chat of a sealed VOD ({@link ChatTimeline}). Retained after the segments are deleted. */
  chatTimeline: (vod: string, attempt: string) => `vods/${vod}/chat/${attempt}.timeline.json`,
  traces: (vod: string) => `vods/${vod}/traces/`,
  /** The last responses of the source of one capture, NDJSON of {@link TraceRecord}; replaced while it runs. */
  trace: (vod: string, capture: string) => `vods/${vod}/traces/${capture}.ndjson`,
  manifests: (vod: string) => `vods/${vod}/manifest/`,
  manifest: (vod: string, revision: number) => `vods/${vod}/manifest/${String(revision).padStart(8, '0')}.json`,
  files: (vod: string) => `vods/${vod}/files/`,
  /**
   * One attempt at a container file, `<attempt>.<ext>`. Files are never renamed; the manifest refers to the valid
   * attempt.
   */
  file: (vod: string, fileId: string, name: `${string}.${string}`) => `vods/${vod}/files/${fileId}/${name}`,
  /** Input of one attempt at a container file ({@link ConvertTimeline}). */
  timeline: (vod: string, attempt: string) => `vods/${vod}/timeline/${attempt}.json`,
  thumb: (vod: string, name: string) => `vods/${vod}/thumbs/${name}`,
  /** Saved clips. The data of a clip are deleted as a whole, by its prefix. */
  clips: () => 'clips/',
  clip: (clip: string) => `clips/${clip}/`,
  clipFile: (clip: string, name: `${string}.${string}`) => `clips/${clip}/file/${name}`,
  clipThumb: (clip: string, name: string) => `clips/${clip}/thumbs/${name}`,
  /** Copy of all database fields of a clip. */
  clipManifest: (clip: string) => `clips/${clip}/manifest.json`,
  /** Videos that the operator puts next to the recordings of a channel, if there is no library folder (S3). */
  imports: (channel: string) => `library-import/${channel}/`,
  /** Thumbnails of such videos. */
  localThumb: (video: string, name: string) => `local-videos/${video}/${name}`,
  /**
   * Chat dumps, which belong to no VOD. Each dump has a folder, which is emptied when its file is complete. It contains
   * a subfolder for each recorder that received the chat ({@link chatChunkName}).
   */
  chatDumps: () => 'work/chat-dump/',
  chatDump: (dump: string) => `work/chat-dump/${dump}/`,
  chatDumpRun: (workPrefix: string, run: string) => `${workPrefix}${run}/`,
  /**
   * JSON `{at}`, ms since the Unix epoch: everything that a recorder received of a dump's chat until then is on
   * storage.
   */
  chatDumpMark: (workPrefix: string, run: string) => `${workPrefix}${run}/heard.json`,
  /**
   * JSON {@link ChatDumpEnd}: the API writes it when the operator ends a dump. Recorders then receive nothing more,
   * whatever a command or pulse says.
   */
  chatDumpEnd: (workPrefix: string) => `${workPrefix}ended.json`,
  /**
   * The file of a dump as written by one run, so that two runs that finish the same dump do not overwrite each other.
   * `outKey` ends in `.json`.
   */
  chatDumpFile: (outKey: string, run: string) => `${objectKeys.chatDumpFiles(outKey)}${run}.json`,
  /** Prefix of all files of the dump. */
  chatDumpFiles: (outKey: string): string => outKey.replace(/json$/, ''),
  /**
   * Result of a finished attempt at a worker job (the payload of `job-done`). It is written last, so it exists only if
   * all outputs exist. A repeated command is answered from it.
   */
  jobReceipts: () => 'work/receipts/',
  jobReceipt: (kind: string, attempt: string) => `work/receipts/${attempt}-${kind}.json`,
  tombstones: () => 'tombstones/',
  tombstone: (vod: string) => `tombstones/${vod}.json`,
} as const;
