import { objectKeys, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { linesOfEdits } from '../../testing/edit-log.js';
import { finishedVod, vodThatIs } from '../../testing/finished-vod.js';
import { FakePart } from '../../testing/fake-part.js';
import { StreamMetadata } from '../../vods/stream-metadata.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { GameRepository } from '../../persistence/repositories/game.repository.js';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

jest.setTimeout(120_000);

const plain = (file: FileEntity): Omit<FileEntity, never> => structuredClone(file);

describe('edits of a VOD', () => {
  let app: TestApp;
  let site: LiveHls;
  let uuid: string;

  const vod = async (of = uuid): Promise<Vod> => (await app.call<Vod>('GET', `/vod/${of}`)).body.data as Vod;
  /** The row without the fields that the manifest writer changes in the background. */
  async function row(of = uuid): Promise<Partial<VodEntity> | null> {
    const found = await app.nest.get(VodRepository, { strict: false }).find(of);
    if (!found) return null;
    const { manifestAt: _at, manifestRevision: _revision, manifestVersion: _version, ...rest } = found;
    return rest;
  }
  const edit = (form: unknown) => app.call('POST', `/vod/${uuid}`, form);
  const bookmark = (form: unknown, of = uuid) => app.call('POST', `/vod/${of}/bookmark`, form);

  beforeAll(async () => {
    app = await TestApp.start({ without: ['file-check'] });
    site = await LiveHls.start();
    uuid = (await finishedVod(app, site)).uuid;
  });
  afterAll(async () => {
    await app.stop();
    await site.stop();
  });

  it('W40 a form with a comment alone changes the comment alone: numbers and chapters stay', async () => {
    expect((await edit({ absolute_stream_number: 12, absolute_season: 3, stream_number: 4 })).body).toEqual({
      status: 'OK',
      message: 'Vod edited',
    });
    expect((await edit({ comment: 'the long one' })).status).toBe(200);
    expect(await row()).toMatchObject({
      absoluteNumber: 12,
      absoluteSeason: 3,
      streamNumber: 4,
      comment: 'the long one',
      preventDeletion: false,
    });
    await edit({ comment: '', stream_number: '', prevent_deletion: true, cloud_storage: true, absolute_number: 13 });
    expect(await row()).toMatchObject({
      absoluteNumber: 13,
      absoluteSeason: 3,
      streamNumber: null,
      comment: null,
      preventDeletion: true,
      cloudStorage: true,
    });
    await edit({ prevent_deletion: false, cloud_storage: false });
  });

  it('a chapter with only a category name keeps the name, creates no category, and can be saved again unchanged', async () => {
    const chapters = [{ title: 'a', offset: 0, game_name: 'Knitting' }];
    expect((await edit({ editChapters: true, chapters })).status).toBe(200);
    const [chapter] = (await vod()).chapters;
    expect(chapter).toMatchObject({ game_id: null, game_name: 'Knitting' });
    expect(chapter).not.toHaveProperty('game');
    expect((await vod()).api_getUniqueGames).toEqual([]);
    expect(Object.keys((await app.call<object>('GET', '/games')).body.data ?? {})).toEqual([]);
    expect((await edit({ editChapters: true, chapters: (await vod()).chapters })).status).toBe(200);
    expect((await vod()).chapters).toEqual([chapter]);
  });

  it('W40 edited chapters are kept, sorted by their offset in the file, and an edit with editChapters false changes none', async () => {
    await app.nest.get(GameRepository, { strict: false }).save('hls', { id: '7', name: 'Chess', boxArtUrl: '' }, 1);
    const chapters = [
      { title: 'Second', offset: 1.5, game_id: '7', game_name: 'Chess', is_mature: false },
      { title: 'First', offset: 0 },
      { title: 'Second', offset: 2.25, game_id: '7', game_name: 'Chess' },
    ];
    expect((await edit({ editChapters: true, chapters })).status).toBe(200);
    const after = (await vod()).chapters.map((c) => [c.title, c.offset, c.duration, c.game_name]);
    expect(after).toEqual([
      ['First', 0, 1.5, null],
      ['Second', 1.5, 0.75, 'Chess'],
      ['Second', 2.25, 1.75, 'Chess'],
    ]);
    await edit({ editChapters: false, chapters: [], comment: 'x' });
    expect((await vod()).chapters).toHaveLength(3);
    // The page of v0 sends back whole objects, with an empty string for a number that is not set.
    expect(
      (
        await edit({
          editChapters: true,
          chapters: (await vod()).chapters.map((c) => ({ ...c, viewer_count: '', duration: '', originalIndex: '' })),
        })
      ).status,
    ).toBe(200);
    expect((await edit({ editChapters: true, chapters: (await vod()).chapters })).status).toBe(200);
    expect((await vod()).chapters.map((c) => [c.title, c.offset, c.duration, c.game_name])).toEqual(after);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a text for a number', { stream_number: 'abc' }, 'stream_number'],
    ['a negative number', { absolute_season: -1 }, 'absolute_season'],
    ['a broken number', { absolute_stream_number: 1.5 }, 'absolute_stream_number'],
    ['a text for a switch', { prevent_deletion: 'yes' }, 'prevent_deletion'],
    ['a number for the comment', { comment: 7 }, 'comment'],
    ['a comment that is too long', { comment: 'x'.repeat(10_001) }, 'comment'],
    ['a NUL', { comment: 'a\u0000' }, 'comment'],
    ['an unknown field', { colour: 1 }, 'colour'],
    ['a file of another VOD', { segments: 'quay.mp4\nother.mp4' }, 'segments'],
    ['a path', { segments: '../quay.mp4' }, 'segments'],
    ['a list of files', { segments: ['quay.mp4'] }, 'segments'],
    ['no chapter at 0', { chapters: [{ title: 'a', offset: 1 }] }, 'chapters'],
    ['no chapters at all', { chapters: [] }, 'chapters'],
    ['editChapters without chapters', { editChapters: true }, 'chapters'],
    [
      'two chapters at one place',
      {
        chapters: [
          { title: 'a', offset: 0 },
          { title: 'b', offset: 0 },
        ],
      },
      'chapters[1].offset',
    ],
    [
      'a chapter after the end',
      {
        chapters: [
          { title: 'a', offset: 0 },
          { title: 'b', offset: 4 },
        ],
      },
      'chapters[1].offset',
    ],
    [
      'an unknown category',
      {
        chapters: [
          { title: 'a', offset: 0 },
          { title: 'b', offset: 1, game_id: 'nogame999' },
        ],
      },
      'chapters[1].game_id',
    ],
    ['a chapter without a title', { chapters: [{ offset: 0 }] }, 'chapters[0].title'],
    ['a chapter with a text as offset', { chapters: [{ title: 'a', offset: '1' }] }, 'chapters[0].offset'],
  ])('%s is refused on its field and changes nothing', async (...[, form, field]) => {
    const before = await row();
    const answer = await edit({ comment: 'must not be kept', ...form });
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
    expect(await row()).toEqual(before);
    expect((await vod()).segments).toMatchObject([{ basename: 'quay.mp4', deleted: false }]);
  });

  it('an edit of the newest version is saved and one of an older version gets 409; without a version, the last edit of each field wins', async () => {
    const { version } = await vod();
    const [first, second] = await Promise.all([edit({ comment: 'one', version }), edit({ comment: 'two', version })]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const savedComment = first.status === 200 ? 'one' : 'two';
    const { version: raised } = await vod();
    expect(raised).toBe(version + 1);
    expect((first.status === 409 ? first : second).body).toMatchObject({
      code: 'edit-conflict',
      data: { version: raised, comment: savedComment },
    });
    expect((await row())?.comment).toBe(savedComment);
    await Promise.all([edit({ comment: 'three' }), edit({ stream_number: 9 })]);
    expect(await row()).toMatchObject({ comment: 'three', streamNumber: 9 });
  });

  it('an edit without a version is saved and the log names the replaced values; an edit with a version logs nothing', async () => {
    await edit({ comment: 'mine', stream_number: 4, absolute_season: '' });
    const { basename, version } = await vod();
    expect(await linesOfEdits(() => edit({ comment: 'yours', stream_number: 5, absolute_season: 3 }))).toEqual([
      `${basename}: stream_number '4' replaced by '5', comment 'mine' replaced by 'yours'`,
    ]);
    expect(await row()).toMatchObject({ comment: 'yours', streamNumber: 5, editVersion: version + 1 });
    expect(await linesOfEdits(() => edit({ comment: 'seen', version: version + 1 }))).toEqual([]);
    expect((await row())?.comment).toBe('seen');
  });

  it('the edit version rises only with edits, not with other changes of the VOD', async () => {
    const before = await row();
    const writer = app.nest.get(VodWriter, { strict: false });
    await writer.update(uuid, (changed) => {
      changed.refusal = verbatim('a change of its state');
      return true;
    });
    expect((await row())?.version).not.toBe(before?.version);
    expect((await edit({ comment: 'still of the newest edit', version: before?.editVersion })).status).toBe(200);
    await writer.update(uuid, (changed) => {
      changed.refusal = null;
      return true;
    });
  });

  it('an edit is sent to every open page', async () => {
    const changes: string[] = [];
    const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/socket/`);
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve, { once: true });
    });
    socket.addEventListener('message', ({ data }) => {
      changes.push(String(data));
    });
    await edit({ comment: 'learned of' });
    await eventually(
      () => Promise.resolve(changes.some((text) => text.includes('vod_updated') && text.includes('learned of'))),
      'the frame',
    );
    socket.close();
  });

  it('an edit removes a file from the list and another one puts it back, as the file stays stored', async () => {
    await app.nest
      .get(VodRepository, { strict: false })
      .files([uuid])
      .then(async ([file]) => {
        if (!file) throw new RangeError('no file');
        await app.nest.get(Transactions, { strict: false }).plain.insert(FileEntity, {
          ...plain(file),
          id: 'second',
          fileId: 'f1',
          basename: 'quay-2.mp4',
          key: `${file.key}.2`,
        });
      });
    await edit({ segments: 'quay.mp4\n' });
    expect((await vod()).segments_raw).toEqual(['quay.mp4']);
    await edit({ segments: ' quay.mp4 \r\nquay-2.mp4' });
    expect((await vod()).segments_raw.toSorted()).toEqual(['quay-2.mp4', 'quay.mp4']);
  });

  it('W41 a bookmark with offset 0 is at 0, and one with a date is at the media of that date', async () => {
    expect((await bookmark({ name: 'start', offset: 0 })).body).toEqual({ status: 'OK', message: 'Bookmark added' });
    const started = new Date((await row())?.clock?.[0]?.site ?? 0);
    expect((await bookmark({ name: 'by date', date: new Date(started.getTime() + 2500).toISOString() })).status).toBe(
      200,
    );
    expect((await vod()).bookmarks.map(({ name, offset, date }) => [name, offset, date])).toEqual([
      ['start', 0, started.toISOString()],
      ['by date', 2.5, new Date(started.getTime() + 2500).toISOString()],
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { offset: 1 }, 'name'],
    ['an empty name', { name: ' ', offset: 1 }, 'name'],
    ['a long name', { name: 'x'.repeat(201), offset: 1 }, 'name'],
    ['a negative offset', { name: 'a', offset: -1 }, 'offset'],
    ['an offset after the end', { name: 'a', offset: 4.1 }, 'offset'],
    ['a text as offset', { name: 'a', offset: '1' }, 'offset'],
    ['neither offset nor date after the recording ended', { name: 'a' }, 'offset'],
    ['a date long ago', { name: 'a', date: '2001-01-01T00:00:00Z' }, 'date'],
    ['an invalid date', { name: 'a', date: 'yesterday' }, 'date'],
    ['both an offset and a date', { name: 'a', offset: 1, date: new Date().toISOString() }, 'date'],
    ['an unknown field', { name: 'a', offset: 1, colour: 1 }, 'colour'],
  ])('refuses a bookmark with %s', async (...[, form, field]) => {
    const answer = await bookmark(form);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
    expect((await row())?.bookmarks).toHaveLength(2);
  });

  it('a bookmark is deleted by its index or its id, and an invalid index or id gets 400', async () => {
    for (const [query, status] of [
      ['?index=7', 400],
      ['?index=-1', 400],
      ['?index=NaN', 400],
      ['', 400],
      ['?id=none', 400],
      ['?index=0', 200],
    ] as const) {
      expect([query, (await app.call('DELETE', `/vod/${uuid}/bookmark${query}`)).status]).toEqual([query, status]);
    }
    const [remaining] = (await vod()).bookmarks;
    expect(remaining?.name).toBe('by date');
    await app.call('DELETE', `/vod/${uuid}/bookmark?id=${remaining?.id}`);
    expect((await row())?.bookmarks).toEqual([]);
  });

  it('every edit of an unknown uuid gets 404', async () => {
    const none = '00000000-0000-4000-8000-000000000000';
    for (const [method, path, body] of [
      ['POST', `/vod/${none}`, {}],
      ['POST', `/vod/${none}/bookmark`, { name: 'a', offset: 0 }],
      ['DELETE', `/vod/${none}/bookmark?index=0`, undefined],
      ['DELETE', `/vod/${none}`, undefined],
    ] as const) {
      expect([path, (await app.call(method, path, body)).body]).toMatchObject([
        path,
        { status: 'ERROR', code: 'vod-missing', message: 'Vod not found' },
      ]);
    }
  });

  it('a protected VOD is not deleted; an unprotected one disappears at once, and a job deletes its objects', async () => {
    await edit({ prevent_deletion: true });
    expect((await app.call('DELETE', `/vod/${uuid}`)).body).toMatchObject({
      code: 'vod-protected',
      message: 'Vod could not be deleted: Vod has been marked with prevent_deletion',
    });
    await edit({ prevent_deletion: false });
    const answer = await app.call<{ job: string }>('DELETE', `/vod/${uuid}`);
    expect(answer.body).toMatchObject({ status: 'OK', data: { job: `delete_${uuid}` } });
    expect((await app.call('GET', `/vod/${uuid}`)).status).toBe(404);
    await eventually(async () => {
      for await (const _ of app.storage.list(objectKeys.vod(uuid))) return false;
      return true;
    }, 'all objects are gone');
  });

  describe('while it is being recorded', () => {
    let live: FakePart;
    /** Wall-clock time of the first media, Unix ms. */
    let t0 = 0;
    beforeAll(async () => {
      site.ended = false;
      site.publish({
        name: 's9.ts',
        body: Buffer.from('x'),
        durMs: 2000,
        tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
      });
      const growing = await eventually(
        async () => (await vodThatIs(app, 'waiting')) ?? (await vodThatIs(app, 'paused')),
        'the next VOD',
      );
      t0 = Date.now() - 8000;
      live = new FakePart(app, growing.uuid, { seq: 0, t0 });
      await live.write(4);
      await live.seal(null);
      live.startSnapshots();
      await eventually(() => vodThatIs(app, 'capturing'), 'the capture');
    });

    it('a bookmark can be added at the newest media or at a stored position, but not after it', async () => {
      expect((await bookmark({ name: 'now' }, live.vodUuid)).status).toBe(200);
      expect((await bookmark({ name: 'two seconds in', offset: 2 }, live.vodUuid)).status).toBe(200);
      expect((await bookmark({ name: 'far ahead', offset: 3600 }, live.vodUuid)).status).toBe(400);
      const [now, two] = (await vod(live.vodUuid)).bookmarks;
      expect(Math.abs(Date.parse(now?.date ?? '') - Date.now())).toBeLessThan(30_000);
      expect(now?.offset).toBe(8);
      expect(two).toMatchObject({ name: 'two seconds in', offset: 2 });
    });

    it("the operator's chapters are kept, and a chapter that the site reports later follows them", async () => {
      const metadata = app.nest.get(StreamMetadata, { strict: false });
      const show = {
        title: 'As the site says',
        category: null,
        tags: [],
        language: 'en',
        isMature: false,
        viewers: null,
      };
      await metadata.record(live.vodUuid, { ...show, at: t0 + 100 });
      expect(
        (
          await app.call('POST', `/vod/${live.vodUuid}`, {
            editChapters: true,
            chapters: [
              { title: 'Mine', offset: 0 },
              { title: 'Mine too', offset: 4 },
            ],
          })
        ).status,
      ).toBe(200);
      await metadata.record(live.vodUuid, { ...show, at: t0 + 7000 });
      expect((await vod(live.vodUuid)).chapters.map((c) => c.title)).toEqual(['Mine', 'Mine too']);
      const { version } = await vod(live.vodUuid);
      await metadata.record(live.vodUuid, { ...show, title: 'Something else', at: t0 + 7500 });
      expect((await vod(live.vodUuid)).chapters.map((c) => c.title)).toEqual(['Mine', 'Mine too', 'Something else']);
      const late = await app.call('POST', `/vod/${live.vodUuid}`, {
        version,
        chapters: [{ title: 'Without having seen it', offset: 0 }],
      });
      expect([late.status, late.body.code]).toEqual([409, 'edit-conflict']);
    });

    it('an edit may contain a chapter that the site reported before its media was stored, but no other chapter after the media', async () => {
      const metadata = app.nest.get(StreamMetadata, { strict: false });
      const show = { category: null, tags: [], language: 'en', isMature: false, viewers: null };
      await metadata.record(live.vodUuid, { ...show, title: 'Just now', at: t0 + 9000 });
      const { chapters, media_ms } = await vod(live.vodUuid);
      expect([chapters.at(-1)?.offset, media_ms]).toEqual([9, 8000]);
      const edited = chapters.map((c, n) => (n === 0 ? { ...c, title: 'Renamed' } : c));
      expect((await app.call('POST', `/vod/${live.vodUuid}`, { editChapters: true, chapters: edited })).body).toEqual({
        status: 'OK',
        message: 'Vod edited',
      });
      const far = [...edited, { title: 'Far ahead', offset: 10 }];
      expect((await app.call('POST', `/vod/${live.vodUuid}`, { editChapters: true, chapters: far })).status).toBe(400);
    });

    it('W46 a VOD that is being recorded is not deleted: the recording is stopped first', async () => {
      const answer = await app.call('DELETE', `/vod/${live.vodUuid}`);
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        409,
        'vod-capturing',
        'This VOD is being recorded. Stop the recording first.',
      ]);
      expect((await vod(live.vodUuid)).is_capturing).toBe(true);
    });
  });
});
