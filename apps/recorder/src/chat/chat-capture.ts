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
/** ms: a shorter time between two recorders is no gap. */
const MIN_GAP_MS = 1000;

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
  /** When earlier parts last stored anything, ms since the Unix epoch; null if there are none. */
  private storedBefore: Promise<number | null> = Promise.resolve(null);
  private missedBefore: Promise<void> | null = null;
  private readonly partId: () => string;

  /**
   * `partId` returns the part that is being written; called for each chunk. `isHandedOver`: the recorder of the part
   * before receives the chat until this one does.
   */
  constructor(
    private readonly wanted: ChatAssignment,
    place: { readonly partId: () => string; readonly isHandedOver: boolean },
    private readonly ports: ChatPorts,
  ) {
    this.partId = place.partId;
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
          if (!place.isHandedOver) this.missedBefore ??= this.recordMissed();
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
    this.storedBefore = this.readEarlierParts(this.partId());
    this.following = this.room.follow(source, this.stopping.signal);
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
    await Promise.all([this.following, this.storedBefore]);
    await this.missedBefore;
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

  /** Records that nothing was received between the recorder of the part before and the first join of this one. */
  private async recordMissed(): Promise<void> {
    const now = this.ports.wall();
    const since = await this.storedBefore;
    if (since === null || now - since < MIN_GAP_MS) return;
    this.log?.add({ t: 'gap', at: since, seenAt: now, until: now, reason: message('chat.gap.recorder-restarted') });
  }

  /**
   * Adds the messages of earlier parts to the count.
   * @returns when they stored the last chat or journal page, ms since the Unix epoch; null if there are none
   */
  private async readEarlierParts(ownId: string): Promise<number | null> {
    const { vodUuid } = this.wanted;
    const { storage, log } = this.ports;
    let last: number | null = null;
    try {
      for await (const name of storage.names(objectKeys.parts(vodUuid))) {
        const partId = name.replace(/\/$/, '');
        if (partId !== ownId) last = Math.max(last ?? 0, await this.readEarlierPart(partId));
      }
    } catch (error) {
      log.warn('chat of earlier parts not read', { vod: vodUuid, reason: messageOf(error) });
    }
    return last;
  }

  /** @returns when it stored the last chat or journal page; 0 if there is none */
  private async readEarlierPart(partId: string): Promise<number> {
    const { vodUuid } = this.wanted;
    const { storage } = this.ports;
    let last = 0;
    for await (const { key } of storage.list(objectKeys.chat(vodUuid, partId))) {
      const chunk = parseChatChunkName(key);
      this.messages += chunk?.count ?? 0;
      last = Math.max(last, chunk?.lastAt ?? 0);
    }
    for await (const { modifiedAt } of storage.list(objectKeys.journal(vodUuid, partId)))
      last = Math.max(last, modifiedAt.getTime());
    return last;
  }
}
