import { type Channel, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { AT, NamingTestApp } from '../../testing/naming-test-app.js';
import { Recording } from '../../recordings/recording.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ChannelStubs } from '../scan/channel-stubs.js';

jest.setTimeout(120_000);

describe.each(DRIVERS)('names of VODs, on storage %s', (driver) => {
  let all: NamingTestApp;
  beforeAll(async () => {
    all = await NamingTestApp.open(driver, { 'locale.timezone': 'Europe/Stockholm' });
  });
  afterAll(() => all.stop());

  describe('of new ones', () => {
    afterAll(() => all.put({ filename_vod: null, filename_vod_folder: null, vod_folders: null }));

    it('are v0s by default, the folder called as the VOD, and its address plays', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel, { streamId: '4711' });
      const name = `${channel.internalName}_2026-01-02T23_30_05Z_4711`;
      expect(made).toMatchObject({
        basename: name,
        webpath: `/vods/${channel.internalName}/${name}`,
        segments_raw: [`${name}.mp4`],
      });
      expect(await all.status(`${made.webpath}/${name}.mp4`)).toBe(200);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/${name}/${name}.mp4`);
    });

    it('go by the templates, in the time zone, with the title and game it began with', async () => {
      const channel = await all.newChannel();
      await all.put({ filename_vod: '{day}/{title} ({game_name})', filename_vod_folder: '{year}/{month}' });
      const [bare, withGame] = [
        await all.finished(channel),
        await all.finished(channel, { title: 'Rain/or shine', category: { id: '9', name: 'Sailing' } }),
      ];
      expect([bare.basename, withGame.basename]).toEqual(['Boats', 'Rain_or shine (Sailing)']);
      expect(withGame.files[0]?.url).toBe(
        `/vods/${channel.internalName}/2026/01/03/${encodeURIComponent('Rain_or shine (Sailing).mp4')}`,
      );
      expect(await all.status(withGame.files[0]?.url ?? '')).toBe(200);
      // As addresses were before there were folders.
      expect(await all.status(`/vods/${channel.internalName}/Boats.mp4`)).toBe(200);
      expect(await all.status(`/vods/${channel.internalName}/2026/01/04/Boats.mp4`)).toBe(404);
      await all.put({ vod_folders: false, filename_vod: '{title}_{id}' });
      expect((await all.begin(channel, { streamId: 'flat' })).folder).toBe('');
    });

    it('W48 P36 two of the same title get names, places and addresses of their own', async () => {
      const channel = await all.newChannel();
      await all.put({ filename_vod: '{title} on air', vod_folders: false });
      const made = await Promise.all([1, 2, 3].map(() => all.finished(channel, { title: 'Tide' })));
      expect(made.map((v) => v.basename).sort()).toEqual(['Tide on air', 'Tide on air (2)', 'Tide on air (3)']);
      expect((await all.finished(channel, { title: 'TIDE' })).basename).toBe('TIDE on air (4)');
      expect(await Promise.all(made.map((v) => all.status(v.files[0]?.url ?? '')))).toEqual([200, 200, 200]);
      const places = ['TIDE on air (4)', 'Tide on air', 'Tide on air (2)', 'Tide on air (3)'].map(
        (name) => `${channel.internalName}/${name}.mp4`,
      );
      expect(await all.shelf(channel.internalName)).toEqual(driver === 'file' ? places.sort() : []);
    });

    it('P38 a stream that comes back after midnight goes on under the name it began with', async () => {
      const channel = await all.newChannel();
      await all.put({
        filename_vod: '{year}-{month}-{day} {title}',
        vod_folders: true,
        filename_vod_folder: '{month}',
      });
      const first = await all.finished(channel, { streamId: 'night', title: 'Late' });
      const row = await all.begin(channel, {
        streamId: 'night',
        title: 'Early',
        startedAt: new Date('2026-02-03T00:10:00Z'),
      });
      expect([row.uuid, row.basename, row.folder]).toEqual([first.uuid, '2026-01-03 Late', '01']);
      await all.of(Recording).end(row.uuid, verbatim('the test is over'));
    });

    it('never keep a recording from beginning: nothing left of a template is the default name', async () => {
      const channel = await all.newChannel();
      await all.put({ filename_vod: '{game_name}', filename_vod_folder: '{game_name}/{game_id}' });
      expect(await all.begin(channel, { streamId: 'x1', title: '' })).toMatchObject({
        basename: `${channel.internalName}_2026-01-02T23_30_05Z_x1`,
        folder: '',
      });
    });

    it.each([
      ['{login}_{titel}', /\{titel\} at character 9/],
      ['{login', /'\{' without its counterpart at character 1/],
    ])('%s is refused when it is saved, with its place', async (filename_vod, message) => {
      const answer = await all.put({ filename_vod });
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
    afterAll(() => all.put({ filename_vod: null, filename_vod_folder: null }));

    it('W39 the first recording is number 1, and a start that came to nothing takes none', async () => {
      const channel = await all.newChannel();
      const cancelled = await all.begin(channel);
      await all.of(Recording).end(cancelled.uuid, verbatim('cancelled'));
      expect(numbers(await all.vod(cancelled.uuid))).toEqual([undefined, undefined, undefined, undefined]);
      const [a, b] = [await all.finished(channel), await all.finished(channel)];
      expect([numbers(a), numbers(b)]).toEqual([
        ['202601', 1, 1, 1],
        ['202601', 2, 1, 2],
      ]);
      const next = await all.finished(channel, { startedAt: new Date('2026-01-31T23:30:00Z') });
      expect(numbers(next)).toEqual(['202602', 1, 2, 3]);
      expect((await all.app.call<Channel>('GET', `/channels/${channel.uuid}`)).body.data).toMatchObject({
        current_stream_number: 1,
        current_season: '202602',
        current_absolute_season: 2,
      });
    });

    it('stay when it comes back, and others stay when it is deleted', async () => {
      const channel = await all.newChannel();
      const [a, b] = [await all.finished(channel, { streamId: 'back' }), await all.finished(channel)];
      await all.begin(channel, { streamId: 'back' });
      await all.media(a.uuid);
      expect(numbers(await all.vod(a.uuid))).toEqual(numbers(a));
      await all.of(Recording).end(a.uuid, verbatim('the test is over'));
      expect((await all.app.call('DELETE', `/vod/${b.uuid}`)).status).toBe(200);
      expect(numbers(await all.finished(channel))).toEqual(['202601', 3, 1, 3]);
    });

    it('go on where they were when VODs come back from a scan, in any order', async () => {
      const channel = await all.newChannel();
      const { uuid, providerKind, sourceId, sourceUrl, internalName, displayName } = (await all
        .of(ChannelRepository)
        .find(channel.uuid))!;
      for (const absoluteNumber of [7, 41, 12]) {
        const numbering = { month: '202601', number: absoluteNumber, absoluteSeason: 2, absoluteNumber };
        await all.of(Transactions).run((tx) =>
          all.of(ChannelStubs).ensure(
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
      expect(numbers(await all.finished(channel))).toEqual(['202601', 42, 2, 42]);
    });

    it('are those of its name, also when another recording was first to store something', async () => {
      const channel = await all.newChannel();
      await all.put({ filename_vod: '{internalName} S{season}E{episode}' });
      const [slow, quick] = [await all.begin(channel), await all.begin(channel)];
      expect(slow.basename).toBe(`${channel.internalName} S202601E01`);
      await all.media(quick.uuid);
      await all.media(slow.uuid);
      expect((await all.vod(slow.uuid)).basename).toBe(`${channel.internalName} S202601E02`);
      for (const { uuid } of [slow, quick]) await all.of(Recording).end(uuid, verbatim('the test is over'));
    });
  });

  it('are shown while a template is typed, with what is wrong with it', async () => {
    const preview = async (body: object) =>
      (
        await all.app.call<{
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
    expect(wrong.warnings.join(' ')).toMatch(/\{titel\} at character 1.*at character 1.*would be empty/);
    const channel = await all.newChannel();
    const [one, other] = [
      await all.finished(channel, { title: 'First' }),
      await all.finished(channel, { title: 'Second' }),
    ];
    await all.rename(other.uuid, 'Second one');
    const shown = await preview({ template: '{title} one', vod: one.uuid });
    expect(shown).toMatchObject({ name: 'First one', folder: 'First one', valid: true });
    expect(shown.variables).toMatchObject({ title: 'First', episode: '01', internalName: channel.internalName });
    const second = await preview({ template: 'Second one', vod: one.uuid });
    expect([second.name, second.warnings.join()]).toEqual(['Second one (2)', expect.stringContaining("'Second one'")]);
    expect(
      (await all.app.call('POST', '/naming/preview', { template: 'x', vod: '00000000-0000-4000-8000-000000000000' }))
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
      expect((await all.app.call('POST', '/naming/preview', body)).body.fields?.map((f) => f.path)).toEqual([field]);
  });
});
