import { objectKeys } from '#libs/contracts';
import { randomUUID } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { ChannelEntity } from '../persistence/entities/channel.entity.js';
import { FileEntity } from '../persistence/entities/file.entity.js';
import { VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * Makes rows as in Postgres, for specs that need many or unusual ones. By default a finished VOD of a plain channel.
 */
export function aVod(over: Partial<VodEntity> = {}): VodEntity {
  const uuid = over.uuid ?? randomUUID();
  const at = over.startedAt ?? new Date('2026-11-01T10:00:00Z');
  return Object.assign(new VodEntity(), {
    uuid,
    channelUuid: randomUUID(),
    providerKind: 'hls',
    streamId: uuid,
    basename: `vod_${uuid}`,
    channelName: 'quay',
    channelDisplay: 'quay',
    title: 'a stream',
    state: 'finalized',
    stateReason: null,
    assigned: false,
    assignedAt: at,
    startedAt: at,
    endedAt: new Date(at.getTime() + 1_000),
    createdAt: at,
    captureStarted: at,
    convertState: 'done',
    ...over,
  } satisfies Partial<VodEntity>);
}

/** Stores rows made by {@link aVod} and {@link aChannel}. */
export async function store(db: DataSource, ...rows: readonly (VodEntity | ChannelEntity)[]): Promise<void> {
  for (const row of rows) await db.manager.save(row);
}

/** Makes the row of a VOD's file; no object exists for it. */
export function aFile(over: Partial<FileEntity> & Pick<FileEntity, 'vodUuid'>): FileEntity {
  const fileId = over.fileId ?? 'f0';
  const basename: `${string}.${string}` = `${fileId}.mp4`;
  return Object.assign(new FileEntity(), {
    id: `${over.vodUuid}-${fileId}`,
    fileId,
    attempt: 'a',
    key: objectKeys.file(over.vodUuid, fileId, basename),
    role: 'segment',
    basename,
    sizeBytes: 1,
    startMs: 0,
    endMs: 1000,
    videoMs: 1000,
    metadata: { type: 'video', container: 'mp4', size: 1, duration: 1, full_duration: 1, bitrate: 1 },
    thumbKey: null,
    keyframesKey: null,
    subtitles: [],
    libraryPath: null,
    missingSince: null,
    createdAt: new Date('2026-11-01T11:00:00Z'),
    ...over,
  } satisfies Partial<FileEntity>);
}

export function aChannel(over: Partial<ChannelEntity> = {}): ChannelEntity {
  const uuid = over.uuid ?? randomUUID();
  const name = over.internalName ?? `c${uuid.slice(0, 8)}`;
  return Object.assign(new ChannelEntity(), {
    uuid,
    providerKind: 'hls',
    internalName: name,
    displayName: name,
    sourceUrl: `http://127.0.0.1:9/${name}.m3u8`,
    sourceId: uuid,
    credentials: null,
    options: { no_capture: true },
    createdAt: new Date('2026-01-01T00:00:00Z'),
    verdictState: 'unknown',
    verdictReason: null,
    ...over,
  } satisfies Partial<ChannelEntity>);
}
