import { type ChatChunkName, chatChunkName } from '../chat/chat-chunk.js';

/** Where everything of a VOD lives in object storage. The unit of deletion is the prefix `vods/<vod>/`. */
export const objectKeys = {
  vods: () => 'vods/',
  vod: (vod: string) => `vods/${vod}/`,
  parts: (vod: string) => `vods/${vod}/parts/`,
  segments: (vod: string, part: string) => `vods/${vod}/parts/${part}/s/`,
  segment: (vod: string, part: string, name: string) => `vods/${vod}/parts/${part}/s/${name}`,
  /**
   * Init section (EXT-X-MAP) of fMP4 epochs; `crc` is of its bytes. Never ends in .mp4, so that media servers do not
   * list it.
   */
  init: (vod: string, part: string, crc: string) => `vods/${vod}/parts/${part}/i/${crc}.init`,
  journal: (vod: string, part: string) => `vods/${vod}/parts/${part}/j/`,
  /** Journal page `n`, immutable NDJSON; zero-padded so that pages sort. */
  journalPage: (vod: string, part: string, n: number) =>
    `vods/${vod}/parts/${part}/j/${String(n).padStart(6, '0')}.ndjson`,
  chat: (vod: string, part: string) => `vods/${vod}/parts/${part}/c/`,
  /**
   * Chunk `n` of a part's chat, immutable NDJSON of {@link ChatRecord}; `firstAt` and `lastAt` are the smallest and the
   * greatest site stamp in it, so that a listing tells which chunks may hold a moment; `count` is its number of
   * records.
   */
  chatChunk: (vod: string, part: string, name: ChatChunkName) => `vods/${vod}/parts/${part}/c/${chatChunkName(name)}`,
  /** Pictures that the chat shows, frozen: a {@link ChatAssetIndex} of each recorder, and one object each. */
  chatAssets: (vod: string) => `vods/${vod}/chat/assets/`,
  chatAssetIndex: (vod: string, part: string) => `vods/${vod}/chat/assets/index-${part}.json`,
  /** What the keys of all of them begin with. */
  chatAssetIndexes: (vod: string) => `vods/${vod}/chat/assets/index-`,
  chatAsset: (vod: string, name: string) => `vods/${vod}/chat/assets/${name}`,
  /** The finished chat of one attempt (TwitchDownloader JSON); the row points at the attempt that counts. */
  chatFile: (vod: string, attempt: string) => `vods/${vod}/chat/${attempt}.json`,
  /** What the chat of a sealed VOD is mapped by ({@link ChatTimeline}); it outlives the segments. */
  chatTimeline: (vod: string, attempt: string) => `vods/${vod}/chat/${attempt}.timeline.json`,
  manifest: (vod: string, revision: number) => `vods/${vod}/manifest/${String(revision).padStart(8, '0')}.json`,
  files: (vod: string) => `vods/${vod}/files/`,
  /**
   * One attempt at a container file, `<attempt>.<ext>`; nothing is ever renamed, the manifest points at the attempt
   * that counts.
   */
  file: (vod: string, fileId: string, name: `${string}.${string}`) => `vods/${vod}/files/${fileId}/${name}`,
  /** What one attempt at a container file is made of ({@link ConvertTimeline}). */
  timeline: (vod: string, attempt: string) => `vods/${vod}/timeline/${attempt}.json`,
  thumb: (vod: string, name: string) => `vods/${vod}/thumbs/${name}`,
  /** Saved clips: everything of one below its prefix, which is also the unit of deletion. */
  clips: () => 'clips/',
  clip: (clip: string) => `clips/${clip}/`,
  clipFile: (clip: string, name: `${string}.${string}`) => `clips/${clip}/file/${name}`,
  clipThumb: (clip: string, name: string) => `clips/${clip}/thumbs/${name}`,
  /** All that Postgres knows of a clip. */
  clipManifest: (clip: string) => `clips/${clip}/manifest.json`,
  /** Videos that somebody put beside the recordings of a channel, where there is no library folder (S3). */
  imports: (channel: string) => `library-import/${channel}/`,
  /** Pictures of such videos. */
  localThumb: (video: string, name: string) => `local-videos/${video}/${name}`,
  /**
   * Chats that are written down for no VOD: one folder for each dump, emptied when its file stands; in it one of each
   * recorder that received it ({@link chatChunkName}).
   */
  chatDumps: () => 'work/chat-dump/',
  chatDump: (dump: string) => `work/chat-dump/${dump}/`,
  chatDumpRun: (workPrefix: string, run: string) => `${workPrefix}${run}/`,
  /** JSON `{at}`: until when all that a recorder learned of a dump's chat is on storage, ms since the Unix epoch. */
  chatDumpMark: (workPrefix: string, run: string) => `${workPrefix}${run}/heard.json`,
  /**
   * JSON {@link ChatDumpEnd}: there once the operator has ended a dump, put by the api. Nothing more of it is received,
   * whatever a command or a word says.
   */
  chatDumpEnd: (workPrefix: string) => `${workPrefix}ended.json`,
  /**
   * The file of a dump as one run made it: two runs that finish the same dump take nothing from each other. `outKey`
   * ends in `.json`.
   */
  chatDumpFile: (outKey: string, run: string) => `${objectKeys.chatDumpFiles(outKey)}${run}.json`,
  /** What the keys of all of them begin with. */
  chatDumpFiles: (outKey: string): string => outKey.replace(/json$/, ''),
  /**
   * What a finished attempt at a worker job made (the payload of `job-done`): written last, so that it is there only
   * when all its outputs are. A command that comes again is answered from it.
   */
  jobReceipts: () => 'work/receipts/',
  jobReceipt: (kind: string, attempt: string) => `work/receipts/${attempt}-${kind}.json`,
  tombstones: () => 'tombstones/',
  tombstone: (vod: string) => `tombstones/${vod}.json`,
} as const;
