import { PULSES, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { eventually } from '../../testing/test-app.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { STARTED_AT, NamingTestApp } from '../../testing/naming-test-app.js';
import { Recording } from '../../recordings/recording.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { VodWriter } from '../../vods/vod-writer.js';

jest.setTimeout(120_000);

/** Everything about a VOD that depends on its name. */
const nameOf = ({ basename, webpath, files, segments_raw }: Vod) => ({ basename, webpath, files, segments_raw });

describe.each(DRIVERS)('a renamed VOD on %s storage', (driver) => {
  let testApp: NamingTestApp;
  beforeAll(async () => {
    testApp = await NamingTestApp.open(driver, { 'locale.timezone': 'Europe/Stockholm' });
  });
  afterAll(() => testApp.stop());

  it('W47 has new files, folder and addresses, also if the folder has the name of the VOD, and every page is notified', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel, { streamId: '81', category: { id: '9', name: 'Sailing' } });
    const changes: string[] = [];
    const off = testApp.app.bus.onPulse(PULSES.uiChanged, '*', ({ entity, id }) => {
      changes.push(`${entity} ${id}`);
      return Promise.resolve();
    });
    const answer = await testApp.rename(made.uuid, '{title} {game_name} {day}');
    expect(answer).toMatchObject({ status: 200, body: { status: 'OK', message: 'Boats Sailing 03' } });
    const now = await testApp.vod(made.uuid);
    expect(now).toMatchObject({
      basename: 'Boats Sailing 03',
      webpath: `/vods/${channel.internalName}/Boats%20Sailing%2003`,
      segments_raw: ['Boats Sailing 03.mp4'],
    });
    expect([await testApp.statusOf(made.files[0]?.url ?? ''), await testApp.statusOf(now.files[0]?.url ?? '')]).toEqual(
      [404, 200],
    );
    await testApp.expectLibrary(channel.internalName, `${channel.internalName}/Boats Sailing 03/Boats Sailing 03.mp4`);
    await eventually(async () => changes.includes(`vod ${made.uuid}`), 'the notification');
    off();
    expect((await testApp.rename(made.uuid, '{title} {game_name} {day}')).body.message).toBe('Boats Sailing 03');
  });

  it('sources-16 has its subtitles under its name and address, and none after its deletion', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel, { title: 'Spoken' }, ['.en.vtt', '.2.en.vtt']);
    await testApp.rename(made.uuid, 'Said.2', '');
    const now = await testApp.vod(made.uuid);
    expect(now.files[0]?.subtitles).toMatchObject([
      { language: 'en', basename: 'Said.2.en.vtt', size: 6 },
      { language: 'en', basename: 'Said.2.2.en.vtt' },
    ]);
    const urls = [made, now].flatMap(({ files }) => (files[0]?.subtitles ?? []).map(({ url }) => url));
    expect(await Promise.all(urls.map((url) => testApp.statusOf(url)))).toEqual([404, 404, 200, 200]);
    const paths = ['.2.en.vtt', '.en.vtt', '.mp4'].map((ending) => `${channel.internalName}/Said.2${ending}`);
    await testApp.expectLibrary(channel.internalName, ...paths);
    const keys = (await testApp.get(VodRepository).files([made.uuid])).flatMap((f) =>
      f.subtitles.map(({ key }) => key),
    );
    expect((await testApp.app.call('DELETE', `/vod/${made.uuid}`)).status).toBe(200);
    await testApp.expectLibrary(channel.internalName);
    await eventually(
      async () =>
        (await Promise.all(keys.map((key) => testApp.app.storage.head(key)))).every((found) => found === null),
      'the deletion of the objects',
    );
  });

  it('moves to the folders of its template, and leaves no empty folders', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    expect((await testApp.rename(made.uuid, '{year}/cut', '{internalName}/{month}')).body.message).toBe('cut');
    expect((await testApp.vod(made.uuid)).webpath).toBe(
      `/vods/${channel.internalName}/${channel.internalName}/01/2026`,
    );
    await testApp.expectLibrary(
      channel.internalName,
      `${channel.internalName}/${channel.internalName}/01/2026/cut.mp4`,
    );
    await testApp.rename(made.uuid, 'cut two', '');
    await testApp.expectLibrary(channel.internalName, `${channel.internalName}/cut two.mp4`);
    if (driver === 'file')
      expect(await readdir(join(testApp.app.libraryDir, channel.internalName))).toEqual(['cut two.mp4']);
  });

  it('W47 gets a number if another VOD has the name, as the preview shows', async () => {
    const channel = await testApp.newChannel();
    const [one, other] = [
      await testApp.finishedVod(channel, { title: 'One' }),
      await testApp.finishedVod(channel, { title: 'Other' }),
    ];
    await testApp.rename(other.uuid, 'Other way');
    const untouched = nameOf(await testApp.vod(other.uuid));
    for (const [template, name] of [
      ['Other way', 'Other way (2)'],
      ['OTHER WAY', 'OTHER WAY (2)'],
      ['Other way_chat', 'Other way_chat (2)'],
    ] as const) {
      const { body } = await testApp.app.call<{
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
      expect(await testApp.rename(one.uuid, template)).toMatchObject({ status: 200, body: { message: name } });
      expect(await testApp.vod(one.uuid)).toMatchObject({
        basename: name,
        webpath: `/vods/${channel.internalName}/${encodeURIComponent(name)}`,
      });
    }
    expect(nameOf(await testApp.vod(other.uuid))).toEqual(untouched);
    await testApp.expectLibrary(
      channel.internalName,
      `${channel.internalName}/Other way/Other way.mp4`,
      `${channel.internalName}/Other way_chat (2)/Other way_chat (2).mp4`,
    );
  });

  it('keeps the new name while it is being recorded', async () => {
    const channel = await testApp.newChannel();
    const { uuid } = await testApp.beginRecording(channel);
    await testApp
      .get(Recording)
      .applyPart(uuid, { partId: ulid(), recorder: 'n/0', startedAt: STARTED_AT.getTime(), segments: 1 });
    expect((await testApp.rename(uuid, 'Still on {day}')).body.message).toBe('Still on 03');
    expect(await testApp.vod(uuid)).toMatchObject({
      basename: 'Still on 03',
      state: 'capturing',
      webpath: `/vods/${channel.internalName}/Still%20on%2003`,
    });
    await testApp.get(Recording).end(uuid, verbatim('end of the test'));
  });

  it('gets a number if another VOD is given the same name at the same time', async () => {
    const channel = await testApp.newChannel();
    const made = [
      await testApp.finishedVod(channel),
      await testApp.finishedVod(channel),
      await testApp.finishedVod(channel),
    ];
    const answers = await Promise.all(made.map(({ uuid }) => testApp.rename(uuid, 'The only one')));
    expect(answers.map((a) => a.body.message).sort()).toEqual(['The only one', 'The only one (2)', 'The only one (3)']);
  });

  it.each([
    ['no template', {}, 'template'],
    ['an empty template', { template: ' ' }, 'template'],
    ['an unknown variable', { template: '{titel}' }, 'template'],
    ['a number as template', { template: 7 }, 'template'],
    ['a NUL character', { template: 'a\u0000' }, 'template'],
    ['a template that is too long', { template: 'x'.repeat(401) }, 'template'],
    ['an unknown variable of the folder', { template: 'x', folder_template: '{x}' }, 'folder_template'],
    ['an unknown key', { template: 'x', force: true }, 'force'],
  ])('is refused with %s, at its field', async (_, body, field) => {
    const answer = await testApp.app.call('POST', '/vod/00000000-0000-4000-8000-000000000000/rename', body);
    expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([400, field]);
  });

  it('is refused if it does not exist or is being converted', async () => {
    const missing = await testApp.rename('00000000-0000-4000-8000-000000000000', 'x');
    expect([missing.status, missing.body.message]).toEqual([404, 'Vod not found']);
    const channel = await testApp.newChannel();
    const { uuid, basename } = await testApp.beginRecording(channel);
    await testApp.requestFile(uuid);
    expect((await testApp.rename(uuid, 'x y z')).body.code).toBe('vod-busy');
    // Only the open job shows that a conversion adds files to a finished VOD.
    await testApp.get(VodWriter).update(uuid, (row) => {
      row.convertState = 'done';
      return true;
    });
    expect((await testApp.rename(uuid, 'x y z')).body.code).toBe('vod-busy');
    expect((await testApp.vod(uuid)).basename).toBe(basename);
  });
});
