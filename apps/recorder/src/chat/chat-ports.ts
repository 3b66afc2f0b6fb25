import { type ChatSource } from '#libs/providers';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { type RecorderTimes } from '../core/tokens.js';
import { type Spool } from '../store/spool.js';
import { type PictureFetch } from './fetch-picture.js';

/** What is needed to bring a chat to storage. */
export interface ChatLogPorts {
  readonly storage: Pick<Storage, 'put'>;
  readonly spool: Spool;
  readonly log: Log;
  readonly times: Pick<RecorderTimes, 'chatChunkMs' | 'retryMs' | 'retryMaxMs'>;
  /** ms, monotonic. */
  readonly now: () => number;
  /** ms since the Unix epoch. */
  readonly wall: () => number;
}

/** What the chat of a capture stands on; shared by all captures of the process. */
export interface ChatPorts extends ChatLogPorts {
  readonly storage: Pick<Storage, 'put' | 'list' | 'names' | 'read'>;
  readonly times: Pick<RecorderTimes, 'chatChunkMs' | 'chatListMs' | 'retryMs' | 'retryMaxMs'>;
  /**
   * The chat of a kind of site; null where it has none.
   * @throws UserError for a kind that this recorder does not know
   */
  readonly chatOf: (kind: string) => ChatSource | null;
  readonly fetchPicture: PictureFetch;
}
