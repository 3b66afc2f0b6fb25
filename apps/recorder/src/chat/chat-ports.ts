import { type ChatSource } from '#libs/providers';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { type RecorderTimes } from '../core/tokens.js';
import { type Spool } from '../store/spool.js';
import { type PictureFetch } from './fetch-picture.js';

/** Dependencies for storing a chat. */
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

/** Dependencies of a capture's chat, shared by all captures of the process. */
export interface ChatPorts extends ChatLogPorts {
  readonly storage: Pick<Storage, 'put' | 'list' | 'names' | 'read'>;
  readonly times: Pick<RecorderTimes, 'chatChunkMs' | 'chatListMs' | 'retryMs' | 'retryMaxMs'>;
  /**
   * Returns the chat source of a provider kind; null if it has none.
   * @throws UserError `unknown-provider`: if this recorder does not know the kind
   */
  readonly chatOf: (kind: string) => ChatSource | null;
  readonly fetchPicture: PictureFetch;
}
