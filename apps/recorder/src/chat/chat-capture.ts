import {
  type Assignment,
  type ChatRecord,
  objectKeys,
  parseChatChunkName,
  type Payload,
  type PULSES,
} from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChatSource } from '#libs/providers';
import { AssetDownloader } from './asset-downloader.js';
import { ChatLog } from './chat-log.js';
import { type ChatPorts } from './chat-ports.js';
import { FollowedRoom } from './followed-room.js';

type ChatState = NonNullable<Payload<typeof PULSES.captureSnapshot>['chat']>;
type ChatAssignment = Pick<Assignment, 'vodUuid' | 'providerKind' | 'chat' | 'sourceId' | 'login'>;

/** ms to wait at the end of a recording for images that are still downloading. */
const LAST_PICTURES_MS = 10_000;

/**
 * The chat of one capture, for its whole duration: over all its parts, while it waits for a source, and before it can
 * start. It uses its own socket, and its failures never affect the capture.
 */
export class ChatCapture {
  private readonly stopping = new AbortController();
  private following: Promise<void> = Promise.resolve();
  private log: ChatLog | null = null;
  private assetDownloader: AssetDownloader | null = null;
  private messages = 0;
  private readonly room: FollowedRoom;
  /** Time of the last record, ms since the Unix epoch; a gap starts here. */
  private lastReceivedAt: number | null = null;
  private leftAt: number | null = null;

  /** @param partId returns the part that is being written; called for each chunk */
  constructor(
    private readonly wanted: ChatAssignment,
    private readonly partId: () => string,
    private readonly ports: ChatPorts,
  ) {
    const { sourceId = '', login = '', vodUuid } = wanted;
    this.room = new FollowedRoom(
      {
        target: { sourceId, login },
        about: { vod: vodUuid },
        onRecord: (record) => {
          this.take(record);
        },
        onJoined: () => {
          this.recordGap();
        },
      },
      ports,
    );
  }

  /** For snapshots; null if no chat is recorded. */
  get snapshot(): ChatState | null {
    return this.log ? { state: this.room.state, messages: this.messages, reason: this.room.reason } : null;
  }

  /** Never throws. */
  start(): void {
    const source = this.sourceOf();
    if (!source) return;
    const { sourceId = '', vodUuid } = this.wanted;
    const target = { sourceId, login: this.room.login };
    this.log = new ChatLog(() => objectKeys.chat(vodUuid, this.partId()), { vod: vodUuid }, this.ports);
    this.assetDownloader = new AssetDownloader({ vodUuid, partId: this.partId(), target, source }, this.ports);
    this.assetDownloader.start();
    this.following = Promise.all([this.room.follow(source, this.stopping.signal), this.countBefore()]).then(
      () => undefined,
    );
  }

  /** Moves to the channel's new room after a rename. */
  moved(login: string): void {
    if (login === '' || login === this.room.login) return;
    this.leftAt ??= this.lastReceivedAt ?? this.ports.wall();
    this.room.move(login);
  }

  /** Sends everything that storage has not accepted yet to the spool. */
  giveUp(): void {
    this.log?.giveUp();
  }

  /** Leaves the room. Resolves when everything received is stored or in the spool. Never rejects. */
  async end(): Promise<void> {
    this.stopping.abort();
    await this.following;
    await Promise.all([this.log?.end(), this.assetDownloader?.end(LAST_PICTURES_MS)]);
  }

  private sourceOf(): ChatSource | null {
    if (this.wanted.chat !== true) return null;
    try {
      return this.ports.chatOf(this.wanted.providerKind);
    } catch (error) {
      this.ports.log.failure('chat not recorded', error, { vod: this.wanted.vodUuid });
      return null;
    }
  }

  /** Records a gap from the old room's last record to the join of the new room: those messages are unknown. */
  private recordGap(): void {
    if (this.leftAt === null) return;
    const now = this.ports.wall();
    this.log?.add({ t: 'gap', at: this.leftAt, seenAt: now, until: now, reason: message('chat.gap.renamed') });
    this.leftAt = null;
  }

  private take(record: ChatRecord): void {
    this.log?.add(record);
    this.lastReceivedAt = record.seenAt;
    if (record.t !== 'message' && record.t !== 'notice') return;
    this.messages += 1;
    this.assetDownloader?.downloadAssetsOf(record);
  }

  /** Adds the messages of earlier parts to the count. */
  private async countBefore(): Promise<void> {
    const { vodUuid } = this.wanted;
    try {
      for await (const name of this.ports.storage.names(objectKeys.parts(vodUuid))) {
        for await (const { key } of this.ports.storage.list(objectKeys.chat(vodUuid, name.replace(/\/$/, ''))))
          this.messages += parseChatChunkName(key)?.count ?? 0;
      }
    } catch (error) {
      this.ports.log.warn('chat messages of earlier parts not counted', { vod: vodUuid, reason: messageOf(error) });
    }
  }
}
