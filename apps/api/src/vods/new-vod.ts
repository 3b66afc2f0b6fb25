import { randomUUID } from 'node:crypto';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { VodEntity } from '../persistence/entities/vod.entity.js';

/** Data of a live broadcast when Vodkeep detects it. */
export interface Broadcast {
  readonly streamId: string;
  readonly title: string;
  readonly startedAt: Date;
  /** Category when the broadcast is detected. */
  readonly category?: { readonly id: string; readonly name: string } | null;
}

/** Resets a conversion: none is requested, and an earlier result no longer counts. */
export const NOT_CONVERTED = {
  convertState: null,
  convertAttempt: null,
  convertReason: null,
} as const satisfies Partial<VodEntity>;

/** Creates a VOD of a channel without any media. `VodNames` sets its name later. */
export function newVod(channel: ChannelEntity, stream: Broadcast): VodEntity {
  const uuid = randomUUID();
  const now = new Date();
  return Object.assign(new VodEntity(), {
    uuid,
    channelUuid: channel.uuid,
    providerKind: channel.providerKind,
    streamId: stream.streamId,
    basename: '',
    channelName: channel.internalName,
    channelDisplay: channel.displayName,
    title: stream.title,
    state: 'waiting',
    stateReason: null,
    assigned: false,
    assignedAt: now,
    startedAt: stream.startedAt,
    endedAt: null,
    createdAt: now,
    captureStarted: null,
    conversionStarted: null,
    mediaMs: 0,
    missingMs: 0,
    bytes: 0,
    gaps: [],
    clock: null,
    refusal: null,
    ...NOT_CONVERTED,
    segmentsGone: false,
    manifestRevision: 0,
    manifestVersion: 0,
    manifestAt: null,
    metadata: null,
    facts: {},
    chat: null,
    preventDeletion: false,
    comment: null,
    origin: 'capture',
    download: null,
    folder: '',
    season: null,
    streamNumber: null,
    absoluteSeason: null,
    absoluteNumber: null,
    bookmarks: [],
    cloudStorage: false,
    archivedAt: null,
    siteVod: null,
    downloadedChat: null,
    sideFiles: [],
    exportData: {},
    editVersion: 0,
  } satisfies Omit<VodEntity, 'version'>);
}
