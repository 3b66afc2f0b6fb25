import { objectKeys } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { type TestApp } from '../../testing/test-app.js';
import { aVod } from '../../testing/rows.js';
import { ChapterEntity, ViewersEntity } from '../../persistence/entities/stream-metadata.entity.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { PartEntity } from '../../persistence/entities/part.entity.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { Transactions, type Tx, type VodTx } from '../../persistence/database/tx.js';

const METADATA = {
  type: 'video',
  container: 'MPEG-4',
  size: 6,
  duration: 4,
  full_duration: 4,
  bitrate: 1,
  width: 320,
  height: 180,
  fps: 30,
} as const;
const AT = new Date('2026-11-01T10:00:00Z');
export const later = (ms: number): Date => new Date(AT.getTime() + ms);

/** Stores a finished VOD in which every column of every table differs from its default, with its objects on storage. */
export async function storeCompleteVod(
  app: TestApp,
  channel: ChannelEntity,
  over: Partial<VodEntity> = {},
): Promise<VodEntity> {
  const vod = wholeVod(channel, over);
  const chatKey = objectKeys.chatFile(vod.uuid, 'c1');
  const downloadedKey = objectKeys.chatFile(vod.uuid, 'c2');
  const fileKey = objectKeys.file(vod.uuid, 'f0', 'a1.mp4');
  const sideKey = objectKeys.file(vod.uuid, 'side', 'n1.nfo');
  const others = [subtitlesKeyOf(vod), objectKeys.thumb(vod.uuid, 'f0.jpg'), sideKey];
  for (const key of [chatKey, downloadedKey, fileKey, ...others]) await app.storage.put(key, Buffer.from('a file'));
  vod.sideFiles = [{ kind: 'nfo', key: sideKey, sizeBytes: 6, libraryPath: null }];
  vod.chat = {
    state: 'done',
    attempt: 'c1',
    reason: null,
    timelineKey: objectKeys.chatTimeline(vod.uuid, 'c1'),
    file: { attempt: 'c1', key: chatKey, sizeBytes: 6, messages: 3, libraryPath: null },
  };
  vod.downloadedChat = { attempt: 'c2', key: downloadedKey, sizeBytes: 6, messages: 2, libraryPath: null };
  const transactions = app.nest.get(Transactions, { strict: false });
  // One transaction, as in the product: a manifest that is written in between would be incomplete.
  await transactions.run((tx) => storeRows(vod, fileKey, tx));
  return transactions.plain.findOneByOrFail(VodEntity, { uuid: vod.uuid });
}

const subtitlesKeyOf = ({ uuid }: VodEntity): string => objectKeys.file(uuid, 'f0', 'a1.en.vtt');

async function storeRows(vod: VodEntity, fileKey: FileEntity['key'], tx: Tx): Promise<void> {
  await (tx as VodTx).save(vod);
  const row = {
    vodUuid: vod.uuid,
    attempt: 'a1',
    startMs: 1,
    endMs: 4001,
    videoMs: 4000.5,
    metadata: METADATA,
    keyframesKey: 'k',
    subtitles: [],
    createdAt: later(8),
    libraryPath: null,
    crc32: '0a1b2c3d',
    verifiedAt: later(9),
  };
  await tx.save(
    Object.assign(new FileEntity(), {
      ...row,
      id: `${vod.uuid}/f0`,
      fileId: 'f0',
      key: fileKey,
      role: 'downloaded',
      basename: `${vod.basename}.mp4`,
      sizeBytes: 6,
      thumbKey: objectKeys.thumb(vod.uuid, 'f0.jpg'),
      subtitles: [
        {
          key: subtitlesKeyOf(vod),
          ending: '.en.vtt',
          language: 'en',
          name: 'English',
          sizeBytes: 6,
          libraryPath: null,
        },
      ],
      deleted: false,
      listed: true,
      missingSince: null,
    }),
  );
  await tx.save(
    Object.assign(new FileEntity(), {
      ...row,
      id: `${vod.uuid}/f1`,
      fileId: 'f1',
      key: 'gone',
      role: 'segment',
      basename: `${vod.basename}-2.mp4`,
      sizeBytes: 7,
      thumbKey: null,
      deleted: true,
      listed: false,
      missingSince: later(7),
    }),
  );
  await tx.save(
    Object.assign(new PartEntity(), {
      partId: `01${vod.uuid.replaceAll('-', '').slice(0, 24).toUpperCase()}`,
      vodUuid: vod.uuid,
      recorder: 'n/0',
      startedAt: AT.getTime(),
      endedAt: AT.getTime() + 4000,
      cause: 'endlist',
      segments: 2,
      bytes: 12,
      mediaMs: 4000,
      doubledMs: 3,
      missingMs: 5,
      gaps: 1,
      notices: [{ code: 'dates-moved', count: 2 }],
      rendition: '720p60',
      width: 1280,
      height: 720,
      fps: 60,
    }),
  );
  await tx.save(
    Object.assign(new ChapterEntity(), {
      vodUuid: vod.uuid,
      at: AT.getTime(),
      toldBy: 'operator',
      hidden: true,
      title: 'one',
      category: { id: '9', name: 'Chess', boxArtUrl: 'https://x.example/a.jpg' },
      isMature: true,
    }),
  );
  await tx.insert(
    ViewersEntity,
    Array.from({ length: 2500 }, (_, n) => ({ vodUuid: vod.uuid, at: AT.getTime() + n, amount: n })),
  );
}

function wholeVod(channel: ChannelEntity, over: Partial<VodEntity>): VodEntity {
  const vod = aVod({
    channelUuid: channel.uuid,
    channelName: channel.internalName,
    channelDisplay: channel.displayName,
  });
  return Object.assign(vod, {
    stateReason: verbatim('because'),
    captureStarted: later(1),
    conversionStarted: later(2),
    mediaMs: 4000,
    missingMs: 5,
    bytes: 0,
    gaps: [{ at: AT.getTime(), durMs: 5, cause: 'not-found' }],
    clock: [{ site: AT.getTime(), siteMs: 4000, file: 0, fileMs: 4000 }],
    refusal: verbatim('once refused'),
    convertAttempt: 'a1',
    convertState: 'done',
    convertReason: verbatim('well'),
    segmentsGone: true,
    metadata: METADATA,
    facts: { partsDeleted: true, mediaStartAt: AT.getTime() },
    preventDeletion: true,
    comment: 'my comment',
    origin: 'download',
    download: { state: 'done', reason: verbatim('r'), jobName: 'j', attempt: 'd1', partId: 'p', videoId: '77' },
    folder: 'a/b',
    season: '202611',
    streamNumber: 3,
    absoluteSeason: 4,
    absoluteNumber: 44,
    bookmarks: [{ id: 'b1', name: 'here', at: AT.getTime() + 1000, offsetMs: 1000, createdAt: AT.getTime() }],
    cloudStorage: true,
    archivedAt: null,
    siteVod: {
      id: '77',
      title: 'theirs',
      createdAt: 1,
      durationMs: 2,
      exists: 'yes',
      muted: 'yes',
      mutedRanges: [{ offsetMs: 1, durMs: 2 }],
      neverSaved: true,
      matchedAt: 3,
      checkedAt: 4,
    },
    exportData: { exporter: 'file', n: 1 },
    editVersion: 5,
    ...over,
  } satisfies Partial<VodEntity>);
}
