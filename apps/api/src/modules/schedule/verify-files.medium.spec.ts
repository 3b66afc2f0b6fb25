import 'reflect-metadata';
import {
  type Channel,
  type Clip,
  encodeJournal,
  type JournalRecord,
  type Notice,
  objectKeys,
  type SegmentInfo,
  segmentName,
  type Vod,
} from '#libs/contracts';
import { type S3Server, startS3 } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DataSource } from 'typeorm';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { aChannel, aFile, aVod, store } from '../../testing/rows.js';
import { taskRun } from '../../testing/task-run.js';
import { TestApp } from '../../testing/test-app.js';
import { Clips } from '../clip/clips.service.js';

jest.setTimeout(300_000);

const PART = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const crcOf = (body: Buffer): string => crc32(body).toString(16).padStart(8, '0');
const body = Buffer.from('a container file');
const sum = crcOf(body);
const METADATA = {
  type: 'video',
  container: 'mp4',
  size: body.length,
  duration: 1,
  full_duration: 1,
  bitrate: 1,
} as const;

describe.each(['file', 's3'] as const)('the verification of files on %s', (kind) => {
  let s3: S3Server | null = null;
  let app: TestApp;
  let db: DataSource;
  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3() : null;
    app = await TestApp.start({ without: ['file-check'], s3: s3 ? { kind: 's3', ...s3 } : undefined });
    db = app.nest.get(DataSource, { strict: false });
  });
  afterAll(async () => {
    await app.stop();
    await s3?.stop();
  });

  async function aStoredVod(over: Partial<VodEntity> = {}): Promise<VodEntity> {
    const vod = aVod(over);
    await store(db, vod);
    return vod;
  }
  async function fileOf(vodUuid: string, over: Partial<FileEntity> = {}): Promise<FileEntity> {
    const file = aFile({ vodUuid, sizeBytes: body.length, crc32: sum, verifiedAt: null, ...over });
    await db.manager.save(file);
    return file;
  }
  const openNotices = async (): Promise<string[]> =>
    ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).flatMap(({ kind: of, resolved_at, text }) =>
      of === 'files-damaged' && resolved_at === null ? [text] : [],
    );
  const damagedOf = async ({ uuid }: Pick<VodEntity, 'uuid'>): Promise<Vod['damaged']> =>
    (await app.call<Vod>('GET', `/vod/${uuid}`)).body.data?.damaged;
  async function aClip(channelUuid: string) {
    const uuid = randomUUID();
    const key = objectKeys.clipFile(uuid, 'a1.mp4');
    await app.storage.put(key, body);
    return app.nest.get(Clips, { strict: false }).add({
      ...{ uuid, channelUuid, key, channelName: 'quay', providerKind: 'hls', siteId: uuid, folder: 'quay' },
      ...{ basename: 'a clip.mp4', title: 'A clip', sizeBytes: body.length, durationMs: 1000, siteClip: null },
      ...{ sourceUrl: null, createdAt: new Date('2026-11-01T10:00:00Z'), metadata: METADATA },
    });
  }
  /** Puts a segment. @param stored its bytes, if they are others than those that it was named after */
  async function segment({ uuid }: VodEntity, seq: number, stored?: string | null): Promise<string> {
    const bytes = Buffer.from(`segment ${seq}`);
    const info: SegmentInfo = {
      epoch: 0,
      seq,
      ptsMs: seq * 2000,
      durMs: 2000,
      bytes: bytes.length,
      pdtMs: null,
      crc: crcOf(bytes),
      ext: 'ts',
    };
    const name = segmentName(info);
    if (stored !== null) await app.storage.put(objectKeys.segment(uuid, PART, name), Buffer.from(stored ?? bytes));
    return name;
  }
  async function journal({ uuid }: VodEntity, names: readonly string[]): Promise<void> {
    const records: JournalRecord[] = names.map((name) => ({ t: 'seg', name, storedAt: 1 }));
    await app.storage.put(objectKeys.journalPage(uuid, PART, 0), Buffer.from(encodeJournal(records)));
  }

  it('reports files that are missing, cut off or changed, until they are repaired or deleted', async () => {
    const vod = await aStoredVod();
    const files = {
      whole: await fileOf(vod.uuid, { fileId: 'f1' }),
      unknown: await fileOf(vod.uuid, { fileId: 'f2', crc32: null }),
      cut: await fileOf(vod.uuid, { fileId: 'f3', sizeBytes: body.length + 1 }),
      changed: await fileOf(vod.uuid, { fileId: 'f4', crc32: '00000000' }),
      gone: await fileOf(vod.uuid, { fileId: 'f5' }),
    };
    for (const { key } of [files.whole, files.unknown, files.cut, files.changed]) await app.storage.put(key, body);
    expect((await taskRun(app, 'verify_files')).outcome).toBe('Verified 5 files, 0.0 GB: 3 are damaged');
    const found = [
      { name: 'f3.mp4', text: `it has ${body.length} bytes instead of ${body.length + 1}` },
      { name: 'f4.mp4', text: `its checksum is ${sum} instead of 00000000` },
      { name: 'f5.mp4', text: 'it is missing' },
    ];
    expect(await damagedOf(vod)).toEqual(found);
    expect(await openNotices()).toEqual([`f3.mp4: ${found[0]?.text}; 2 more are damaged`]);
    expect((await db.manager.findOneByOrFail(FileEntity, { id: files.unknown.id })).crc32).toBe(sum);

    await app.storage.put(files.gone.key, body);
    await db.manager.update(FileEntity, { id: files.cut.id }, { deleted: true });
    expect((await taskRun(app, 'verify_files')).outcome).toBe('Verified 2 files, 0.0 GB: 1 are damaged');
    expect(await damagedOf(vod)).toEqual([found[1]]);
    await db.manager.delete(FileEntity, { id: files.changed.id });
    expect((await taskRun(app, 'verify_files')).outcome).toMatch(/^Verified 0 files/);
    expect([await damagedOf(vod), await openNotices()]).toEqual([undefined, []]);
    expect(await app.storage.head(files.changed.key)).not.toBeNull();
  });

  it('reads segments, their journal and the chat, and continues where a run was interrupted', async () => {
    const chatFile = { attempt: 'a', messages: 1, libraryPath: null, sizeBytes: 2 };
    const vod = await aStoredVod();
    const key = objectKeys.chatFile(vod.uuid, 'a');
    const chat = { state: 'done', attempt: 'a', reason: null, timelineKey: null, file: { ...chatFile, key } };
    await db.query('UPDATE vod SET chat = $2 WHERE uuid = $1', [vod.uuid, JSON.stringify(chat)]);
    const names = [await segment(vod, 1), await segment(vod, 2, 'segment X'), await segment(vod, 3, null)];
    await journal(vod, names);
    const chunk = objectKeys.chatChunk(vod.uuid, PART, { n: 0, firstAt: 1, lastAt: 2, count: 2 });
    await app.storage.put(chunk, Buffer.from('{}\n'));
    await app.storage.put(key, Buffer.from('{}'));
    expect((await taskRun(app, 'verify_files')).outcome).toBe('Verified 5 files, 0.0 GB: 3 are damaged');
    const faults = (await damagedOf(vod)) ?? [];
    expect(faults.map(({ text }) => text).toSorted()).toEqual([
      'it has 1 messages instead of 2',
      'it is missing',
      expect.stringMatching(/^its checksum is/),
    ]);
    // The finished chat now has the checksum that it had then.
    await app.storage.put(key, Buffer.from('[]'));
    await db.query('UPDATE vod_check SET verified_at = NULL WHERE vod_uuid = $1', [vod.uuid]);
    // An interrupted run has read everything up to the second segment.
    await db.query('DELETE FROM damaged_object');
    await db.query('UPDATE vod_check SET after = $2 WHERE vod_uuid = $1', [
      vod.uuid,
      objectKeys.segment(vod.uuid, PART, names[1] ?? ''),
    ]);
    expect((await taskRun(app, 'verify_files')).outcome).toBe('Verified 1 files, 0.0 GB: 1 are damaged');
    expect(await damagedOf(vod)).toEqual([{ name: 'chat/a.json', text: expect.stringMatching(/^its checksum is/) }]);
    expect(await app.objects(objectKeys.parts(vod.uuid))).toHaveLength(4);
  });

  it('does not take segments that were given up for missing ones', async () => {
    const vod = await aStoredVod({ segmentsGone: true });
    await journal(vod, [await segment(vod, 1, null)]);
    await db.query(`UPDATE vod SET downloaded_chat = 'null' WHERE uuid = $1`, [vod.uuid]);
    await taskRun(app, 'verify_files');
    expect(await damagedOf(vod)).toBeUndefined();
  });

  it('reports a saved clip whose media or neighbours changed, on its page and as a notice, until it is whole or deleted', async () => {
    const channel = await db.manager.save(aChannel());
    const [clip, other] = [await aClip(channel.uuid), await aClip(channel.uuid)];
    const info = objectKeys.clipFile(clip.uuid, 'info.json');
    await app.storage.put(info, Buffer.from('{"a":1}'));
    const shown = async (): Promise<(Clip['damaged'] | 'whole')[]> => {
      const { data } = (await app.call<Clip[]>('GET', `/clips?channel=${channel.uuid}`)).body;
      return [clip, other].map(({ uuid }) => data?.find((one) => one.uuid === uuid)?.damaged ?? 'whole');
    };
    const again = () => db.query('UPDATE clip_check SET verified_at = $1', [new Date(0)]);
    expect((await taskRun(app, 'verify_files')).outcome).toMatch(/^Verified 3 files/);
    expect(await shown()).toEqual(['whole', 'whole']);
    expect((await taskRun(app, 'verify_files')).outcome).toMatch(/^Verified 0 files/);

    await app.storage.put(clip.key, Buffer.from('A container file'));
    await app.storage.put(info, Buffer.from('{"a":2}'));
    await app.storage.delete([other.key]);
    await again();
    expect((await taskRun(app, 'verify_files')).outcome).toBe('Verified 3 files, 0.0 GB: 3 are damaged');
    const sums = [`its checksum is ${crcOf(Buffer.from('A container file'))} instead of ${sum}`, 'it is missing'];
    expect(await shown()).toEqual([
      [
        { name: clip.basename, text: sums[0] },
        { name: 'info.json', text: expect.stringMatching(/^its checksum is/) },
      ],
      [{ name: other.basename, text: sums[1] }],
    ]);
    const { body: view } = await app.call<Channel>('GET', `/channels/${channel.uuid}`);
    expect(view.data?.clips_list.map(({ damaged }) => damaged?.length).toSorted()).toEqual([1, 2]);
    expect((await openNotices()).toSorted()).toEqual(
      [`${clip.basename}: ${sums[0]}; 1 more are damaged`, `${other.basename}: it is missing`].toSorted(),
    );

    await app.storage.put(clip.key, body);
    await app.storage.delete([info]);
    await app.nest.get(Clips, { strict: false }).remove(other.uuid);
    expect((await taskRun(app, 'verify_files')).outcome).toBe('Verified 2 files, 0.0 GB: 1 are damaged');
    expect(await openNotices()).toEqual(['info.json: it is missing']);
    await app.storage.put(info, Buffer.from('{"a":1}'));
    expect((await taskRun(app, 'verify_files')).outcome).toMatch(/^Verified 2 files.*all are as they were stored$/);
    expect([(await shown())[0], await openNotices()]).toEqual(['whole', []]);
  });

  it('ends the notice of a VOD that was deleted', async () => {
    const vod = await aStoredVod({ segmentsGone: true });
    await fileOf(vod.uuid, { fileId: 'f1' });
    await taskRun(app, 'verify_files');
    expect(await openNotices()).toEqual(['f1.mp4: it is missing']);
    await db.query('DELETE FROM vod WHERE uuid = $1', [vod.uuid]);
    await taskRun(app, 'verify_files');
    expect(await openNotices()).toEqual([]);
  });
});
