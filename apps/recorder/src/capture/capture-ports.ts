import { type Bus } from '#libs/bus';
import { type BufferPool, type Clock } from '#libs/media';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { type EventOutbox } from '../core/event-outbox.js';
import { type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';
import { type ChatPorts } from '../chat/chat-ports.js';
import { type Spool } from '../store/spool.js';
import { type SourceOpener } from './source-opener.js';

/** What a capture stands on; shared by all captures of the process. */
export interface CapturePorts {
  readonly identity: RecorderIdentity;
  readonly times: RecorderTimes;
  readonly storage: Pick<Storage, 'put'>;
  readonly spool: Spool;
  readonly pool: BufferPool;
  readonly sources: SourceOpener;
  readonly outbox: EventOutbox;
  readonly bus: Pick<Bus, 'pulse'>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly wall: () => number;
  readonly chat: ChatPorts;
}
