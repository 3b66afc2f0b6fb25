import { type Channel, objectKeys, PULSES, type Vod } from '#libs/contracts';
import { type S3Settings } from '#libs/storage';
import { LiveHls, startS3 } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ulid } from 'ulid';
import { Transactions } from '../../db/tx.js';
import { ApiHouse, eventually } from '../../testing/api-house.js';
import { ConvertQueue } from '../../workflows/convert-queue.js';
import { ConverterJobs } from '../../workflows/converter-jobs.js';
import { Converting } from '../../workflows/converting.js';
import { type Broadcast } from '../../workflows/new-vod.js';
import { Recording } from '../../workflows/recording.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { remuxJobName } from '../job/job-names.js';
import { ChannelStubs } from '../scan/channel-stubs.js';
import { VodRepository } from '../vod/vod.repository.js';
import { ChannelRenames } from './channel-renames.js';
import { LibraryLinks } from './library-links.js';
import { LibraryLinksRepository } from './library-links.repository.js';
import { RenamedRows } from './renamed-rows.js';

jest.setTimeout(120_000);

const AT = new Date('2026-01-02T23:30:05Z');
const METADATA = { type: 'video', container: 'mp4', size: 6, duration: 4, full_duration: 4, bitrate: 1 } as const;

describe.each(['file', 's3'] as const)('names of VODs, on storage %s', (driver) => {
  let house: ApiHouse;
  let site: LiveHls;
  let stopBucket = async (): Promise<void> => undefined;
  let channels = 0;
  let streams = 0;

  const of = <T>(kind: abstract new (...args: never[]) => T): T => house.app.get(kind as never, { strict: false });
  const put = (config: object) => house.call('PUT', '/settings', { config });
  const vod = async (uuid: string): Promise<Vod> => (await house.call<Vod>('GET', `/vod/${uuid}`)).body.data as Vod;
  const status = async (url: string): Promise<number> => {
    const res = await fetch(`${house.origin}${url}`);
    await res.arrayBuffer();
    return res.status;
  };
  const rename = (uuid: string, template: string, folder_template?: string) =>
    house.call('POST', `/vod/${uuid}/rename`, {
      template,
      ...(folder_template === undefined ? {} : { folder_template }),
    });
  /** Paths of all files below a channel's folder of the library. */
  const shelf = async (channel: string): Promise<string[]> => {
    const all = await readdir(join(house.libraryDir, channel), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return all
      .filter((f) => f.isFile())
      .map((f) => join(f.parentPath, f.name).slice(house.libraryDir.length + 1))
      .sort();
  };
  /** What the library holds: these and nothing else; a bucket has none. */
  const onlyOnShelf = async (channel: string, ...paths: string[]) => {
    expect(await shelf(channel)).toEqual(driver === 'file' ? paths : []);
  };

  async function newChannel(): Promise<Channel> {
    channels += 1;
    site.files.set(
      `/off${channels}`,
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n'),
    );
    const added = await house.call<Channel>('POST', '/channels', {
      provider: 'hls',
      url: `${site.origin}/off${channels}`,
      internalName: `quay${channels}`,
      displayName: 'The Quay',
      no_capture: true,
    });
    return added.body.data as Channel;
  }

  async function begin(channel: Channel, show: Partial<Broadcast> = {}) {
    const row = await of(ChannelRepository).find(channel.uuid);
    streams += 1;
    return (await of(Recording).begin(row!, { streamId: `s${streams}`, title: 'Boats', startedAt: AT, ...show })).vod;
  }
  /** What a recorder tells with its first stored segment. */
  const media = (uuid: string) =>
    of(Recording).applyPart(uuid, {
      partId: ulid(),
      recorder: 'n/0',
      startedAt: AT.getTime(),
      segments: 2,
      bytes: 9,
      mediaMs: 4000,
      endedAt: AT.getTime() + 4000,
      cause: 'endlist',
    });

  /** A VOD with one file that a converter made. */
  async function finished(channel: Channel, show: Partial<Broadcast> = {}): Promise<Vod> {
    const { uuid, basename } = await begin(channel, show);
    await media(uuid);
    const attempt = ulid();
    const key = objectKeys.file(uuid, 'f0', `${attempt}.mp4`);
    await house.storage.put(key, Buffer.from('a file'));
    await of(Recording).change(uuid, (row) => {
      Object.assign(row, { assigned: false, endedAt: AT, convertState: 'running', convertAttempt: attempt });
      return true;
    });
    await of(Converting).done({
      vodUuid: uuid,
      jobName: 'x',
      attempt,
      at: Date.now(),
      warnings: [],
      files: [
        {
          fileId: 'f0',
          attempt,
          key,
          basename: `${basename}.mp4`,
          sizeBytes: 6,
          startMs: 0,
          endMs: 4000,
          videoMs: 4000,
          metadata: METADATA,
          thumbKey: null,
          keyframesKey: null,
        },
      ],
    });
    return vod(uuid);
  }

  /** Its conversion is asked for, and nobody takes it. */
  const askForFile = (uuid: string) =>
    of(Recording).change(
      uuid,
      (row) => {
        Object.assign(row, { assigned: false, convertState: 'queued', convertAttempt: ulid() });
        return true;
      },
      (row, tx) => of(ConvertQueue).add(row, { jobName: remuxJobName(row), timelineKey: 'none' }, tx),
    );

  beforeAll(async () => {
    let s3: S3Settings | undefined;
    if (driver === 's3') {
      const server = await startS3();
      stopBucket = () => server.stop();
      s3 = {
        kind: 's3',
        endpoint: server.endpoint,
        region: server.region,
        bucket: server.bucket,
        accessKey: server.accessKey,
        secretKey: server.secretKey,
      };
    }
    house = await ApiHouse.start({ s3 });
    site = await LiveHls.start();
    await put({ 'locale.timezone': 'Europe/Stockholm' });
  });
  afterAll(async () => {
    await house.stop();
    await site.stop();
    await stopBucket();
  });

  describe('of new ones', () => {
    afterAll(() => put({ filename_vod: null, filename_vod_folder: null, vod_folders: null }));

    it('are v0s by default, the folder called as the VOD, and its address plays', async () => {
      const channel = await newChannel();
      const made = await finished(channel, { streamId: '4711' });
      const name = `${channel.internalName}_2026-01-02T23_30_05Z_4711`;
      expect(made).toMatchObject({
        basename: name,
        webpath: `/vods/${channel.internalName}/${name}`,
        segments_raw: [`${name}.mp4`],
      });
      expect(await status(`${made.webpath}/${name}.mp4`)).toBe(200);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/${name}/${name}.mp4`);
    });

    it('go by the templates, in the time zone, with the title and game it began with', async () => {
      const channel = await newChannel();
      await put({ filename_vod: '{day}/{title} ({game_name})', filename_vod_folder: '{year}/{month}' });
      const [bare, played] = [
        await finished(channel),
        await finished(channel, { title: 'Rain/or shine', category: { id: '9', name: 'Sailing' } }),
      ];
      expect([bare.basename, played.basename]).toEqual(['Boats', 'Rain_or shine (Sailing)']);
      expect(played.files[0]?.url).toBe(
        `/vods/${channel.internalName}/2026/01/03/${encodeURIComponent('Rain_or shine (Sailing).mp4')}`,
      );
      expect(await status(played.files[0]?.url ?? '')).toBe(200);
      // As addresses were before there were folders.
      expect(await status(`/vods/${channel.internalName}/Boats.mp4`)).toBe(200);
      expect(await status(`/vods/${channel.internalName}/2026/01/04/Boats.mp4`)).toBe(404);
      await put({ vod_folders: false, filename_vod: '{title}_{id}' });
      expect((await begin(channel, { streamId: 'flat' })).folder).toBe('');
    });

    it('S48 P36 two of the same title get names, places and addresses of their own', async () => {
      const channel = await newChannel();
      await put({ filename_vod: '{title} on air', vod_folders: false });
      const made = await Promise.all([1, 2, 3].map(() => finished(channel, { title: 'Tide' })));
      expect(made.map((v) => v.basename).sort()).toEqual(['Tide on air', 'Tide on air (2)', 'Tide on air (3)']);
      expect((await finished(channel, { title: 'TIDE' })).basename).toBe('TIDE on air (4)');
      expect(await Promise.all(made.map((v) => status(v.files[0]?.url ?? '')))).toEqual([200, 200, 200]);
      const places = ['TIDE on air (4)', 'Tide on air', 'Tide on air (2)', 'Tide on air (3)'].map(
        (name) => `${channel.internalName}/${name}.mp4`,
      );
      expect(await shelf(channel.internalName)).toEqual(driver === 'file' ? places.sort() : []);
    });

    it('P38 a stream that comes back after midnight goes on under the name it began with', async () => {
      const channel = await newChannel();
      await put({ filename_vod: '{year}-{month}-{day} {title}', vod_folders: true, filename_vod_folder: '{month}' });
      const first = await finished(channel, { streamId: 'night', title: 'Late' });
      const row = await begin(channel, {
        streamId: 'night',
        title: 'Early',
        startedAt: new Date('2026-02-03T00:10:00Z'),
      });
      expect([row.uuid, row.basename, row.folder]).toEqual([first.uuid, '2026-01-03 Late', '01']);
      await of(Recording).end(row.uuid, 'the test is over');
    });

    it('never keep a recording from beginning: nothing left of a template is the default name', async () => {
      const channel = await newChannel();
      await put({ filename_vod: '{game_name}', filename_vod_folder: '{game_name}/{game_id}' });
      expect(await begin(channel, { streamId: 'x1', title: '' })).toMatchObject({
        basename: `${channel.internalName}_2026-01-02T23_30_05Z_x1`,
        folder: '',
      });
    });

    it.each([
      ['{login}_{titel}', /\{titel\} at character 9/],
      ['{login', /'\{' without its other half at character 1/],
    ])('%s is refused when it is saved, with its place', async (filename_vod, message) => {
      const answer = await put({ filename_vod });
      expect([answer.status, answer.body.fields?.[0]?.path, answer.body.fields?.[0]?.message]).toEqual([
        400,
        'config.filename_vod',
        expect.stringMatching(message),
      ]);
    });
  });

  describe('and their numbers', () => {
    const numbers = ({ stream_season, stream_number, stream_absolute_season, stream_absolute_number }: Vod) => [
      stream_season,
      stream_number,
      stream_absolute_season,
      stream_absolute_number,
    ];
    afterAll(() => put({ filename_vod: null, filename_vod_folder: null }));

    it('S39 the first recording is number 1, and a start that came to nothing takes none', async () => {
      const channel = await newChannel();
      const cancelled = await begin(channel);
      await of(Recording).end(cancelled.uuid, 'cancelled');
      expect(numbers(await vod(cancelled.uuid))).toEqual([undefined, undefined, undefined, undefined]);
      const [a, b] = [await finished(channel), await finished(channel)];
      expect([numbers(a), numbers(b)]).toEqual([
        ['202601', 1, 1, 1],
        ['202601', 2, 1, 2],
      ]);
      const next = await finished(channel, { startedAt: new Date('2026-01-31T23:30:00Z') });
      expect(numbers(next)).toEqual(['202602', 1, 2, 3]);
      expect((await house.call<Channel>('GET', `/channels/${channel.uuid}`)).body.data).toMatchObject({
        current_stream_number: 1,
        current_season: '202602',
        current_absolute_season: 2,
      });
    });

    it('stay when it comes back, and others stay when it is deleted', async () => {
      const channel = await newChannel();
      const [a, b] = [await finished(channel, { streamId: 'back' }), await finished(channel)];
      await begin(channel, { streamId: 'back' });
      await media(a.uuid);
      expect(numbers(await vod(a.uuid))).toEqual(numbers(a));
      await of(Recording).end(a.uuid, 'the test is over');
      expect((await house.call('DELETE', `/vod/${b.uuid}`)).status).toBe(200);
      expect(numbers(await finished(channel))).toEqual(['202601', 3, 1, 3]);
    });

    it('go on where they were when VODs come back from a scan, in any order', async () => {
      const channel = await newChannel();
      const { uuid, providerKind, sourceId, sourceUrl, internalName, displayName } = (await of(ChannelRepository).find(
        channel.uuid,
      ))!;
      for (const absoluteNumber of [7, 41, 12]) {
        const numbering = { month: '202601', number: absoluteNumber, absoluteSeason: 2, absoluteNumber };
        await of(Transactions).run((tx) =>
          of(ChannelStubs).ensure(
            {
              uuid,
              providerKind,
              sourceId,
              sourceUrl,
              internalName,
              displayName,
              createdAt: AT.toISOString(),
              numbering,
            },
            tx,
          ),
        );
      }
      expect(numbers(await finished(channel))).toEqual(['202601', 42, 2, 42]);
    });

    it('are those of its name, also when another recording was first to store something', async () => {
      const channel = await newChannel();
      await put({ filename_vod: '{internalName} S{season}E{episode}' });
      const [slow, quick] = [await begin(channel), await begin(channel)];
      expect(slow.basename).toBe(`${channel.internalName} S202601E01`);
      await media(quick.uuid);
      await media(slow.uuid);
      expect((await vod(slow.uuid)).basename).toBe(`${channel.internalName} S202601E02`);
      for (const { uuid } of [slow, quick]) await of(Recording).end(uuid, 'the test is over');
    });
  });

  describe('when one is renamed', () => {
    it('S47 its files, folder and addresses follow though the folder is called as the VOD; every page hears of it', async () => {
      const channel = await newChannel();
      const made = await finished(channel, { streamId: '81', category: { id: '9', name: 'Sailing' } });
      const heard: string[] = [];
      const off = house.bus.onPulse(PULSES.uiChanged, '*', ({ entity, id }) => {
        heard.push(`${entity} ${id}`);
        return Promise.resolve();
      });
      const answer = await rename(made.uuid, '{title} {game_name} {day}');
      expect(answer).toMatchObject({ status: 200, body: { status: 'OK', message: 'Boats Sailing 03' } });
      const now = await vod(made.uuid);
      expect(now).toMatchObject({
        basename: 'Boats Sailing 03',
        webpath: `/vods/${channel.internalName}/Boats%20Sailing%2003`,
        segments_raw: ['Boats Sailing 03.mp4'],
      });
      expect([await status(made.files[0]?.url ?? ''), await status(now.files[0]?.url ?? '')]).toEqual([404, 200]);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/Boats Sailing 03/Boats Sailing 03.mp4`);
      await eventually(async () => heard.includes(`vod ${made.uuid}`), 'the change told');
      off();
      expect((await rename(made.uuid, '{title} {game_name} {day}')).body.message).toBe('Boats Sailing 03');
    });

    it('takes folders of its own, and leaves no empty ones', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      expect((await rename(made.uuid, '{year}/cut', '{internalName}/{month}')).body.message).toBe('cut');
      expect((await vod(made.uuid)).webpath).toBe(`/vods/${channel.internalName}/${channel.internalName}/01/2026`);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/${channel.internalName}/01/2026/cut.mp4`);
      await rename(made.uuid, 'cut two', '');
      await onlyOnShelf(channel.internalName, `${channel.internalName}/cut two.mp4`);
      if (driver === 'file')
        expect(await readdir(join(house.libraryDir, channel.internalName))).toEqual(['cut two.mp4']);
    });

    it('S47 to the name of another it gets a number, which the preview tells before', async () => {
      const channel = await newChannel();
      const [one, other] = [await finished(channel, { title: 'One' }), await finished(channel, { title: 'Other' })];
      await rename(other.uuid, 'Other way');
      const untouched = await vod(other.uuid);
      for (const [template, name] of [
        ['Other way', 'Other way (2)'],
        ['OTHER WAY', 'OTHER WAY (2)'],
        ['Other way_chat', 'Other way_chat (2)'],
      ] as const) {
        const { body } = await house.call<{
          name: string;
          folder: string;
          path: string;
          valid: boolean;
          warnings: string[];
        }>('POST', '/naming/preview', { template, vod: one.uuid });
        expect(body.data).toMatchObject({
          name,
          folder: name,
          path: `${channel.internalName}/${name}/${name}.mp4`,
          valid: true,
        });
        expect(body.data?.warnings.join()).toContain(`'Other way'`);
        expect(await rename(one.uuid, template)).toMatchObject({ status: 200, body: { message: name } });
        expect(await vod(one.uuid)).toMatchObject({
          basename: name,
          webpath: `/vods/${channel.internalName}/${encodeURIComponent(name)}`,
        });
      }
      expect(await vod(other.uuid)).toEqual(untouched);
      await onlyOnShelf(
        channel.internalName,
        `${channel.internalName}/Other way/Other way.mp4`,
        `${channel.internalName}/Other way_chat (2)/Other way_chat (2).mp4`,
      );
    });

    it('one that is being recorded goes on under the new name, and its file is called so', async () => {
      const channel = await newChannel();
      const { uuid } = await begin(channel);
      await of(Recording).applyPart(uuid, { partId: ulid(), recorder: 'n/0', startedAt: AT.getTime(), segments: 1 });
      expect((await rename(uuid, 'Still on {day}')).body.message).toBe('Still on 03');
      expect(await vod(uuid)).toMatchObject({
        basename: 'Still on 03',
        state: 'capturing',
        webpath: `/vods/${channel.internalName}/Still%20on%2003`,
      });
      await of(Recording).end(uuid, 'the test is over');
    });

    it('three that want one name at once: one gets it, the others get it with a number', async () => {
      const channel = await newChannel();
      const made = [await finished(channel), await finished(channel), await finished(channel)];
      const answers = await Promise.all(made.map(({ uuid }) => rename(uuid, 'The only one')));
      expect(answers.map((a) => a.body.message).sort()).toEqual([
        'The only one',
        'The only one (2)',
        'The only one (3)',
      ]);
    });

    it.each([
      ['no template', {}, 'template'],
      ['an empty one', { template: ' ' }, 'template'],
      ['an unknown variable', { template: '{titel}' }, 'template'],
      ['a number', { template: 7 }, 'template'],
      ['a NUL', { template: 'a\u0000' }, 'template'],
      ['one that is too long', { template: 'x'.repeat(401) }, 'template'],
      ['a wrong folder', { template: 'x', folder_template: '{x}' }, 'folder_template'],
      ['an unknown key', { template: 'x', force: true }, 'force'],
    ])('%s is refused on its field', async (_, body, field) => {
      const answer = await house.call('POST', '/vod/00000000-0000-4000-8000-000000000000/rename', body);
      expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([400, field]);
    });

    it('one that is not there is told so, and one that is being converted has to wait', async () => {
      const missing = await rename('00000000-0000-4000-8000-000000000000', 'x');
      expect([missing.status, missing.body.message]).toEqual([404, 'Vod not found']);
      const channel = await newChannel();
      const { uuid, basename } = await begin(channel);
      await askForFile(uuid);
      expect((await rename(uuid, 'x y z')).body.code).toBe('vod-busy');
      // The work goes by its job too: one that makes files beside a finished one leaves no other trace.
      await of(Recording).change(uuid, (row) => {
        row.convertState = 'done';
        return true;
      });
      expect((await rename(uuid, 'x y z')).body.code).toBe('vod-busy');
      expect((await vod(uuid)).basename).toBe(basename);
    });
  });

  describe('when the api is killed in a rename', () => {
    const flip = async (uuid: string, name: string, folder = '') =>
      of(Recording).change(
        uuid,
        () => true,
        (row, tx) => of(RenamedRows).flip(row, { name, folder }, tx),
      );
    const isQuiet = async (uuid: string) =>
      (await of(LibraryLinksRepository).dueAt(uuid)) === null &&
      (await of(LibraryLinksRepository).leftovers(uuid)).length === 0;

    it('S47 after its rows: the new name holds everywhere, and the next round brings the library', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      await flip(made.uuid, 'flipped');
      expect([
        await status(made.files[0]?.url ?? ''),
        await status(`/vods/${channel.internalName}/flipped.mp4`),
      ]).toEqual([404, 200]);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/${made.basename}/${made.basename}.mp4`);
      await of(LibraryLinks).follow(made.uuid);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/flipped.mp4`);
      expect(await isQuiet(made.uuid)).toBe(true);
    });

    it('S47 between the new link and the old one: both stand, then the new one alone', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      await flip(made.uuid, 'halfway');
      await of(LibraryLinks).linkNew(made.uuid);
      await onlyOnShelf(
        channel.internalName,
        `${channel.internalName}/halfway.mp4`,
        `${channel.internalName}/${made.basename}/${made.basename}.mp4`,
      );
      await of(LibraryLinks).follow(made.uuid);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/halfway.mp4`);
      expect(await isQuiet(made.uuid)).toBe(true);
    });

    it('S47 after a link that no row tells of, and renamed once more: nothing is orphaned', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      const [file] = await of(VodRepository).files([made.uuid]);
      await flip(made.uuid, 'forgotten');
      const path = `${channel.internalName}/forgotten.mp4`;
      await of(LibraryLinksRepository).noteLeftover(made.uuid, { path, key: file!.key, mark: null });
      await house.storage.library?.link(file!.key, path);
      expect((await rename(made.uuid, 'remembered', '')).status).toBe(200);
      await onlyOnShelf(channel.internalName, `${channel.internalName}/remembered.mp4`);
      expect(await isQuiet(made.uuid)).toBe(true);
    });

    it('S47 and deleted before the library could follow: no link of it stays', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      await flip(made.uuid, 'doomed');
      await of(LibraryLinks).linkNew(made.uuid);
      expect((await house.call('DELETE', `/vod/${made.uuid}`)).status).toBe(200);
      await eventually(
        async () =>
          (await of(VodRepository).find(made.uuid)) === null &&
          (await house.storage.list(objectKeys.vod(made.uuid))[Symbol.asyncIterator]().next()).done === true,
        'it deleted',
      );
      for (const uuid of await of(LibraryLinksRepository).orphaned()) await of(LibraryLinks).dropOld(uuid);
      await onlyOnShelf(channel.internalName);
    });

    it('leaves a file that the operator put where a link of ours was, also when the object of that link is gone', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      const [file] = await of(VodRepository).files([made.uuid]);
      const path = `${channel.internalName}/was ours.mp4`;
      const key = `${file!.key}.x`;
      await house.storage.put(key, Buffer.from('ours'));
      await of(Transactions).run((tx) => of(LibraryLinks).leave(made.uuid, { path, key }, tx));
      await house.storage.delete([key]);
      await mkdir(dirname(join(house.libraryDir, path)), { recursive: true });
      await writeFile(join(house.libraryDir, path), 'of the operator');
      await of(LibraryLinks).follow(made.uuid);
      expect([await shelf(channel.internalName), await isQuiet(made.uuid)]).toEqual([
        expect.arrayContaining([path]),
        true,
      ]);
    });

    it('leaves a file that is not ours where it is, and stands beside it', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      const mine = join(house.libraryDir, channel.internalName, 'holiday.mp4');
      await mkdir(dirname(mine), { recursive: true });
      await writeFile(mine, 'of the operator');
      await rename(made.uuid, 'holiday', '');
      const beside = driver === 'file' ? [`${channel.internalName}/holiday (2).mp4`] : [];
      expect(await shelf(channel.internalName)).toEqual([...beside, `${channel.internalName}/holiday.mp4`]);
      await rename(made.uuid, 'home again', '');
      expect(await shelf(channel.internalName)).toEqual(
        driver === 'file'
          ? [`${channel.internalName}/holiday.mp4`, `${channel.internalName}/home again.mp4`]
          : [`${channel.internalName}/holiday.mp4`],
      );
    });
  });

  describe('of what was put away', () => {
    const body = async (url: string) => {
      const res = await fetch(`${house.origin}${url}`);
      return [res.status, res.headers.get('content-type'), await res.text()];
    };
    const stopped = async (answer: { body: { data?: unknown } }) => {
      const { job } = answer.body.data as { job: string };
      await eventually(
        async () =>
          (await house.call<{ name: string; status: string }[]>('GET', '/jobs')).body.data?.some(
            (j) => j.name === job && j.status === 'STOPPED',
          ),
        job,
      );
    };

    it('is an address below saved_vods while it is there, and below vods all the time', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      const place = (made.files[0]?.url ?? '').replace('/vods/', '');
      expect([await status(`/vods/${place}`), await status(`/saved_vods/${place}`)]).toEqual([200, 404]);
      await stopped(await house.call('POST', `/vod/${made.uuid}/archive`));
      expect(await body(`/saved_vods/${place}`)).toEqual([200, 'video/mp4', 'a file']);
      expect([
        await status(`/vods/${place}`),
        await status(`/saved_vods/${place.replace('.mp4', '.json')}`),
        await status(`/saved_vods/${place}x`),
      ]).toEqual([200, 200, 404]);
      await stopped(await house.call('POST', `/vod/${made.uuid}/unarchive`));
      expect([await status(`/vods/${place}`), await status(`/saved_vods/${place}`)]).toEqual([200, 404]);
    });

    it('is an address of a chat of no VOD too, fetched or written down; nothing else is reached by it', async () => {
      const [fetched, dumped] = ['quay.1.chat.json', `quay-${driver}-2026-11-28T10_00_00Z.json`];
      const keys = {
        [fetched]: `saved_vods/${fetched}`,
        [dumped]: `saved_vods/${dumped.replace('json', `${ulid()}.json`)}`,
      };
      for (const [name, key] of Object.entries(keys)) {
        await house.storage.put(key, Buffer.from('{"comments":[]}'));
        await house.storage.library?.publish(key, { channel: 'saved_vods', name });
        expect(await body(`/saved_vods/${name}`)).toEqual([
          200,
          expect.stringMatching(/^application\/json/),
          '{"comments":[]}',
        ]);
      }
      await house.storage.put('work/secret.json', Buffer.from('{}'));
      for (const path of [
        'quay.json',
        'quay.1.json',
        '..%2fwork%2fsecret.json',
        '%2e%2e/work/secret.json',
        'work/secret.json',
        '.hidden.json',
        '',
      ])
        expect([path, await status(`/saved_vods/${path}`)]).toEqual([path, 404]);
    });
  });

  describe('when their channel is renamed', () => {
    async function renameChannel(channel: Channel, to: string): Promise<string> {
      const job = await of(Transactions).run(async (tx) => {
        const row = await of(ChannelRepository).lock(channel.uuid, tx);
        row!.internalName = to;
        await of(ChannelRepository).save(row!, tx);
        return of(ChannelRenames).followIn(row!, channel.internalName, tx);
      });
      of(ChannelRenames).started(job);
      return job;
    }
    const job = async (name: string, status: string) =>
      eventually(
        async () =>
          (await house.call<{ name: string; status: string; note: string }[]>('GET', '/jobs')).body.data?.find(
            (j) => j.name === name && j.status === status,
          ),
        `${name} ${status}`,
      );

    it('all follow, in names, folders, addresses and library; what the operator named stays', async () => {
      const channel = await newChannel();
      const [first, second] = [
        await finished(channel, { streamId: 'c1' }),
        await finished(channel, { streamId: 'c2' }),
      ];
      await rename(second.uuid, 'By hand', '');
      const to = `pier${channels}${driver}`;
      expect((await job(await renameChannel(channel, to), 'STOPPED')).note).toBe('2 VODs renamed');
      const name = first.basename.replace(channel.internalName, to);
      expect(await vod(first.uuid)).toMatchObject({
        basename: name,
        streamer_login: to,
        webpath: `/vods/${to}/${name}`,
      });
      expect(await vod(second.uuid)).toMatchObject({ basename: 'By hand', webpath: `/vods/${to}` });
      expect([await status(first.files[0]?.url ?? ''), await status(`/vods/${to}/${name}/${name}.mp4`)]).toEqual([
        404, 200,
      ]);
      await onlyOnShelf(channel.internalName);
      await onlyOnShelf(to, `${to}/By hand.mp4`, `${to}/${name}/${name}.mp4`);
    });

    it('those follow too that an earlier rename never came to', async () => {
      const channel = await newChannel();
      const made = await finished(channel);
      const between = `between${channels}${driver}`;
      await of(Transactions).run(async (tx) => {
        const row = await of(ChannelRepository).lock(channel.uuid, tx);
        row!.internalName = between;
        await of(ChannelRepository).save(row!, tx);
      });
      const to = `at-last${channels}${driver}`;
      expect((await job(await renameChannel({ ...channel, internalName: between }, to), 'STOPPED')).note).toBe(
        '1 VODs renamed',
      );
      expect(await vod(made.uuid)).toMatchObject({
        basename: made.basename.replace(channel.internalName, to),
        streamer_login: to,
      });
      await onlyOnShelf(channel.internalName);
    });

    it('none follows while one is converted, and all do once it is done', async () => {
      const channel = await newChannel();
      const [made, busy] = [await finished(channel), await finished(channel)];
      await askForFile(busy.uuid);
      const name = await renameChannel(channel, `busy${channels}${driver}`);
      expect(
        (
          await eventually(
            async () =>
              (await house.call<{ name: string; note: string }[]>('GET', '/jobs')).body.data?.find(
                (j) => j.name === name && j.note.includes('being converted'),
              ),
            'the wait',
          )
        ).note,
      ).toContain(busy.basename);
      expect((await vod(made.uuid)).basename).toBe(made.basename);
      await of(Recording).change(
        busy.uuid,
        (row) => {
          row.convertState = 'done';
          return true;
        },
        (row, tx) => of(ConverterJobs).note(remuxJobName(row), { status: 'STOPPED', say: 'done' }, tx),
      );
      await job(name, 'STOPPED');
      expect((await vod(made.uuid)).basename).toBe(
        made.basename.replace(channel.internalName, `busy${channels}${driver}`),
      );
    });
  });

  it('are shown while a template is typed, with what is wrong with it', async () => {
    const preview = async (body: object) =>
      (
        await house.call<{
          name: string;
          folder: string;
          path: string;
          valid: boolean;
          warnings: string[];
          variables: Record<string, string>;
        }>('POST', '/naming/preview', body)
      ).body.data!;
    expect(await preview({ template: '{year}/{title} [{id}]' })).toMatchObject({
      name: 'Boats & boxes_ the long night [41234567890]',
      folder: '2026',
      path: 'harbour/2026/Boats & boxes_ the long night [41234567890].mp4',
      valid: true,
      warnings: [],
    });
    const wrong = await preview({ template: '{titel}', folder_template: '{' });
    expect([wrong.valid, wrong.warnings.length]).toEqual([false, 4]);
    expect(wrong.warnings.join(' ')).toMatch(/\{titel\} at character 1.*at character 1.*Nothing is left/);
    const channel = await newChannel();
    const [one, other] = [await finished(channel, { title: 'First' }), await finished(channel, { title: 'Second' })];
    await rename(other.uuid, 'Second one');
    const shown = await preview({ template: '{title} one', vod: one.uuid });
    expect(shown).toMatchObject({ name: 'First one', folder: 'First one', valid: true });
    expect(shown.variables).toMatchObject({ title: 'First', episode: '01', internalName: channel.internalName });
    const second = await preview({ template: 'Second one', vod: one.uuid });
    expect([second.name, second.warnings.join()]).toEqual(['Second one (2)', expect.stringContaining("'Second one'")]);
    expect(
      (await house.call('POST', '/naming/preview', { template: 'x', vod: '00000000-0000-4000-8000-000000000000' }))
        .status,
    ).toBe(404);
    const wrongly = [
      [{ vod: one.uuid }, 'template'],
      [{ template: ['x'] }, 'template'],
      [{ template: 'a\u0000' }, 'template'],
      [{ template: 'x', vod: '../1' }, 'vod'],
      [{ template: 'x', folder_template: 5 }, 'folder_template'],
      [{ template: 'x', set: 'clip' }, 'set'],
    ] as const;
    for (const [body, field] of wrongly)
      expect((await house.call('POST', '/naming/preview', body)).body.fields?.map((f) => f.path)).toEqual([field]);
  });
});
