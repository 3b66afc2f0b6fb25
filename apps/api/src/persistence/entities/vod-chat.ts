import { type VodChatView } from '#libs/contracts';
import { type Message } from '#libs/messages';

/** Suffix of a finished chat file next to its video (docs/reference/v0-api.md#files-of-a-vod). */
export const CHAT_FILE = '.chatdump';
export const chatFileName = (basename: string): string => `${basename}${CHAT_FILE}`;

/** The finished chat file of a VOD. `libraryPath`: its path in the library; null if there is no library (S3). */
export interface ChatFile {
  readonly attempt: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly messages: number;
  readonly libraryPath: string | null;
}

/**
 * The state of a VOD's chat; a VOD without chat has null.
 * `recording`: the chat is being received, or waits to be finished.
 * `attempt`: the current attempt to make the file.
 * `file`: the current file; it stays valid while a later one is made.
 * `timelineKey`: the timeline that maps its times once the recording has ended.
 * `imported`: the part id of a chat that comes from the operator's file; another file may replace it.
 */
export interface VodChat {
  readonly state: VodChatView['state'];
  readonly attempt: string | null;
  readonly reason: Message | null;
  readonly timelineKey: string | null;
  readonly file: ChatFile | null;
  readonly imported?: string;
}

/** State when the stream starts or returns. */
export const startedChat = (before: VodChat | null): VodChat => ({
  state: 'recording',
  attempt: null,
  reason: null,
  timelineKey: null,
  file: before?.file ?? null,
});

/** State when the file must be made again. Pages use the old timeline until then. */
export const withNewChatFile = (before: VodChat): VodChat => ({
  ...before,
  state: 'recording',
  attempt: null,
  reason: null,
});

/**
 * State of a chat that comes from the operator's file.
 * @param partId id under which its chunks are stored
 */
export const importedChat = (before: VodChat | null, partId: string): VodChat => ({
  ...startedChat(before),
  imported: partId,
});
