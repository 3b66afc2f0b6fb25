import { type VodChatView } from '#libs/contracts';
import { type Message } from '#libs/messages';

/** Suffix of a finished chat beside its video (docs/reference/v0-api.md#files-of-a-vod). */
export const CHAT_FILE = '.chatdump';
export const chatFileName = (basename: string): string => `${basename}${CHAT_FILE}`;

/** The finished chat of a VOD; `libraryPath` where it stands in the library, null where there is none (S3). */
export interface ChatFile {
  readonly attempt: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly messages: number;
  readonly libraryPath: string | null;
}

/**
 * How the chat of a VOD stands; a VOD without one has none of it. `recording`: it is received, or waits to be finished.
 * `attempt` is the one that is asked for; `file` the one that counts, which stays while a later one is made.
 * `timelineKey`: what its times are mapped by once it is over. `imported`: all of it is of a file that the operator gave,
 * kept as this part; another file may take its place.
 */
export interface VodChat {
  readonly state: VodChatView['state'];
  readonly attempt: string | null;
  readonly reason: Message | null;
  readonly timelineKey: string | null;
  readonly file: ChatFile | null;
  readonly imported?: string;
}

/** Its stream begins, or came back. */
export const chatBegan = (before: VodChat | null): VodChat => ({
  state: 'recording',
  attempt: null,
  reason: null,
  timelineKey: null,
  file: before?.file ?? null,
});

/** Its file is to be made once more; pages are placed by the old timeline until then. */
export const chatRemade = (before: VodChat): VodChat => ({
  ...before,
  state: 'recording',
  attempt: null,
  reason: null,
});

/** All of it is of a file. @param partId that its pieces are kept as */
export const chatImported = (before: VodChat | null, partId: string): VodChat => ({
  ...chatBegan(before),
  imported: partId,
});
