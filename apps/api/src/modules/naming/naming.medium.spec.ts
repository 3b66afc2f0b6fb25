import { type Channel, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { STARTED_AT, NamingTestApp } from '../../testing/naming-test-app.js';
import { Recording } from '../../recordings/recording.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ChannelStubs } from '../scan/channel-stubs.js';

jest.setTimeout(120_000);

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe.each(DRIVERS)('names of VODs on %s storage', (driver) => {
  let testApp: NamingTestApp;
  beforeAll(async () => {
    testApp = await NamingTestApp.open(driver, { 'locale.timezone': 'Europe/Stockholm' });
  });
  afterAll(() => testApp.stop());

  describe('a new VOD', () => {
    afterAll(() => testApp.saveSettings({ filename_vod: null, filename_vod_folder: null, vod_folders: null }));

    it('has the name of v0 by default, in a folder of the same name, and plays at its address', async () => {
      const channel = await testApp.newChannel();
      const made = await testApp.finishedVod(channel, { streamId: '4711' });
      const name = `${channel.internalName}_2026-01-02T23_30_05Z_4711`;
      expect(made).toMatchObject({
        basename: name,
        webpath: `/vods/${channel.internalName}/${name}`,
        segments_raw: [`${name}.mp4`],
      });
      expect(await testApp.statusOf(`${made.webpath}/${name}.mp4`)).toBe(200);
      await testApp.expectLibrary(channel.internalName, `${channel.internalName}/${name}/${name}.mp4`);
    });

    it('is named by the templates, in the configured time zone, with its first title and category', async () => {
      const channel = await testApp.newChannel();
      await testApp.saveSettings({
        filename_vod: '{day}/{title} ({game_name})',
        filename_vod_folder: '{year}/{month}',
      });
      const [bare, withGame] = [
        await testApp.finishedVod(channel),
        await testApp.finishedVod(channel, { title: 'Rain/or shine', category: { id: '9', name: 'Sailing' } }),
      ];
      expect([bare.basename, withGame.basename]).toEqual(['Boats', 'Rain_or shine (Sailing)']);
      expect(withGame.files[0]?.url).toBe(
        `/vods/${channel.internalName}/2026/01/03/${encodeURIComponent('Rain_or shine (Sailing).mp4')}`,
      );
      expect(await testApp.statusOf(withGame.files[0]?.url ?? '')).toBe(200);
      // Earlier versions had no folders in addresses; these addresses still work.
      expect(await testApp.statusOf(`/vods/${channel.internalName}/Boats.mp4`)).toBe(200);
      expect(await testApp.statusOf(`/vods/${channel.internalName}/2026/01/04/Boats.mp4`)).toBe(404);
      await testApp.saveSettings({ vod_folders: false, filename_vod: '{title}_{id}' });
      expect((await testApp.beginRecording(channel, { streamId: 'flat' })).folder).toBe('');
    });

    it('integrity-7 is in a season by the setting, with as many digits as the setting or the template says', async () => {
      const channel = await testApp.newChannel();
      const named = async (settings: Readonly<Record<string, unknown>>) => {
        await testApp.saveSettings({ filename_vod: 'S{season}E{episode} {episode:02}', ...settings });
        const { basename, stream_season: season } = await testApp.finishedVod(channel);
        return [basename, season];
      };
      try {
        expect(await named({})).toEqual(['S202601E01 01', '202601']);
        expect(await named({ 'names.season_scheme': 'number', 'names.episode_digits': 4 })).toEqual([
          'S1E0002 02',
          '1',
        ]);
        expect(await named({ 'names.season_scheme': 'year', 'names.episode_digits': 1 })).toEqual([
          'S2026E1 01',
          '2026',
        ]);
      } finally {
        await testApp.saveSettings({ 'names.season_scheme': null, 'names.episode_digits': null });
      }
    });

    it('W48 P36 gets a numbered name, file and address if another VOD has its title', async () => {
      const channel = await testApp.newChannel();
      await testApp.saveSettings({ filename_vod: '{title} on air', vod_folders: false });
      const made = await Promise.all([1, 2, 3].map(() => testApp.finishedVod(channel, { title: 'Tide' })));
      expect(made.map((v) => v.basename).sort()).toEqual(['Tide on air', 'Tide on air (2)', 'Tide on air (3)']);
      expect((await testApp.finishedVod(channel, { title: 'TIDE' })).basename).toBe('TIDE on air (4)');
      expect(await Promise.all(made.map((v) => testApp.statusOf(v.files[0]?.url ?? '')))).toEqual([200, 200, 200]);
      const places = ['TIDE on air (4)', 'Tide on air', 'Tide on air (2)', 'Tide on air (3)'].map(
        (name) => `${channel.internalName}/${name}.mp4`,
      );
      expect(await testApp.libraryFiles(channel.internalName)).toEqual(driver === 'file' ? places.sort() : []);
    });

    it('P38 keeps its name if its stream comes back after midnight', async () => {
      const channel = await testApp.newChannel();
      await testApp.saveSettings({
        filename_vod: '{year}-{month}-{day} {title}',
        vod_folders: true,
        filename_vod_folder: '{month}',
      });
      const first = await testApp.finishedVod(channel, { streamId: 'night', title: 'Late' });
      const row = await testApp.beginRecording(channel, {
        streamId: 'night',
        title: 'Early',
        startedAt: new Date('2026-02-03T00:10:00Z'),
      });
      expect([row.uuid, row.basename, row.folder]).toEqual([first.uuid, '2026-01-03 Late', '01']);
      await testApp.get(Recording).end(row.uuid, verbatim('end of the test'));
    });

    it('gets the default name if its templates are empty without a category', async () => {
      const channel = await testApp.newChannel();
      await testApp.saveSettings({ filename_vod: '{game_name}', filename_vod_folder: '{game_name}/{game_id}' });
      expect(await testApp.beginRecording(channel, { streamId: 'x1', title: '' })).toMatchObject({
        basename: `${channel.internalName}_2026-01-02T23_30_05Z_x1`,
        folder: '',
      });
    });

    it.each([
      ['{login}_{titel}', /\{titel\} at character 9/],
      ['{login', /'\{' without its counterpart at character 1/],
    ])('the template %s is refused with the position of its fault', async (filename_vod, message) => {
      const answer = await testApp.saveSettings({ filename_vod });
      expect([answer.status, answer.body.fields?.[0]?.path, answer.body.fields?.[0]?.message]).toEqual([
        400,
        'config.filename_vod',
        expect.stringMatching(message),
      ]);
    });
  });

  describe('stream numbers', () => {
    const numbersOf = ({ stream_season, stream_number, stream_absolute_season, stream_absolute_number }: Vod) => [
      stream_season,
      stream_number,
      stream_absolute_season,
      stream_absolute_number,
    ];
    afterAll(() => testApp.saveSettings({ filename_vod: null, filename_vod_folder: null }));

    it('W39 start at 1, and a start without media takes no number', async () => {
      const channel = await testApp.newChannel();
      const cancelled = await testApp.beginRecording(channel);
      await testApp.get(Recording).end(cancelled.uuid, verbatim('cancelled'));
      expect(numbersOf(await testApp.vod(cancelled.uuid))).toEqual([undefined, undefined, undefined, undefined]);
      const [a, b] = [await testApp.finishedVod(channel), await testApp.finishedVod(channel)];
      expect([numbersOf(a), numbersOf(b)]).toEqual([
        ['202601', 1, 1, 1],
        ['202601', 2, 1, 2],
      ]);
      const next = await testApp.finishedVod(channel, { startedAt: new Date('2026-01-31T23:30:00Z') });
      expect(numbersOf(next)).toEqual(['202602', 1, 2, 3]);
      expect((await testApp.app.call<Channel>('GET', `/channels/${channel.uuid}`)).body.data).toMatchObject({
        current_stream_number: 1,
        current_season: '202602',
        current_absolute_season: 2,
      });
    });

    it('stay the same when the stream comes back, and when another VOD is deleted', async () => {
      const channel = await testApp.newChannel();
      const [a, b] = [await testApp.finishedVod(channel, { streamId: 'back' }), await testApp.finishedVod(channel)];
      await testApp.beginRecording(channel, { streamId: 'back' });
      await testApp.reportPart(a.uuid);
      expect(numbersOf(await testApp.vod(a.uuid))).toEqual(numbersOf(a));
      await testApp.get(Recording).end(a.uuid, verbatim('end of the test'));
      expect((await testApp.app.call('DELETE', `/vod/${b.uuid}`)).status).toBe(200);
      expect(numbersOf(await testApp.finishedVod(channel))).toEqual(['202601', 3, 1, 3]);
    });

    it('continue after the highest number of the VODs that a scan restored, in any order', async () => {
      const channel = await testApp.newChannel();
      const { uuid, providerKind, sourceId, sourceUrl, internalName, displayName } = (await testApp
        .get(ChannelRepository)
        .find(channel.uuid))!;
      for (const absoluteNumber of [7, 41, 12]) {
        const numbering = { month: '202601', number: absoluteNumber, absoluteSeason: 2, absoluteNumber };
        await testApp.get(Transactions).run((tx) =>
          testApp.get(ChannelStubs).ensure(
            {
              uuid,
              providerKind,
              sourceId,
              sourceUrl,
              internalName,
              displayName,
              createdAt: STARTED_AT.toISOString(),
              numbering,
            },
            tx,
          ),
        );
      }
      expect(numbersOf(await testApp.finishedVod(channel))).toEqual(['202601', 42, 2, 42]);
    });

    it('are those in the name, also if another recording was the first with media', async () => {
      const channel = await testApp.newChannel();
      await testApp.saveSettings({ filename_vod: '{internalName} S{season}E{episode}' });
      const [slow, quick] = [await testApp.beginRecording(channel), await testApp.beginRecording(channel)];
      expect(slow.basename).toBe(`${channel.internalName} S202601E01`);
      await testApp.reportPart(quick.uuid);
      await testApp.reportPart(slow.uuid);
      expect((await testApp.vod(slow.uuid)).basename).toBe(`${channel.internalName} S202601E02`);
      for (const { uuid } of [slow, quick]) await testApp.get(Recording).end(uuid, verbatim('end of the test'));
    });
  });

  describe('the preview of a template', () => {
    const request = (body: object) =>
      testApp.app.call<{
        name: string;
        folder: string;
        path: string;
        valid: boolean;
        warnings: string[];
        variables: Record<string, string>;
      }>('POST', '/naming/preview', body);
    const preview = async (body: object) => (await request(body)).body.data!;

    it('shows the name, folder and path that it gives to an example', async () => {
      expect(await preview({ template: '{year}/{title} [{id}]' })).toMatchObject({
        name: 'Boats & boxes_ the long night [41234567890]',
        folder: '2026',
        path: 'harbour/2026/Boats & boxes_ the long night [41234567890].mp4',
        valid: true,
        warnings: [],
      });
    });

    it('shows each fault of the templates with its position', async () => {
      const { valid, warnings } = await preview({ template: '{titel}', folder_template: '{' });
      expect([valid, warnings.length]).toEqual([false, 4]);
      expect(warnings.join(' ')).toMatch(/\{titel\} at character 1.*at character 1.*would be empty/);
    });

    it('shows the new name of a VOD, with a number and a warning if another VOD has that name', async () => {
      const channel = await testApp.newChannel();
      const vod = await testApp.finishedVod(channel, { title: 'First' });
      const other = await testApp.finishedVod(channel, { title: 'Second' });
      await testApp.rename(other.uuid, 'Second one');
      const free = await preview({ template: '{title} one', vod: vod.uuid });
      expect(free).toMatchObject({ name: 'First one', folder: 'First one', valid: true });
      expect(free.variables).toMatchObject({ title: 'First', episode: '01', internalName: channel.internalName });
      const taken = await preview({ template: 'Second one', vod: vod.uuid });
      expect([taken.name, taken.warnings.join()]).toEqual(['Second one (2)', expect.stringContaining("'Second one'")]);
    });

    it('answers 404 for an unknown VOD', async () => {
      expect((await request({ template: 'x', vod: UNKNOWN })).status).toBe(404);
    });

    it.each([
      [{ vod: UNKNOWN }, 'template'],
      [{ template: ['x'] }, 'template'],
      [{ template: 'a\u0000' }, 'template'],
      [{ template: 'x', vod: '../1' }, 'vod'],
      [{ template: 'x', folder_template: 5 }, 'folder_template'],
      [{ template: 'x', set: 'clip' }, 'set'],
    ])('refuses %j at its field', async (body, field) => {
      expect((await request(body)).body.fields?.map((f) => f.path)).toEqual([field]);
    });
  });
});
