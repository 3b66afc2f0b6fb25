import { PULSES, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { eventually } from '../../testing/test-app.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { AT, NamingTestApp } from '../../testing/naming-test-app.js';
import { Recording } from '../../recordings/recording.js';
import { VodWriter } from '../../vods/vod-writer.js';

jest.setTimeout(120_000);

/** What a VOD is called, and where it is found by that. */
const called = ({ basename, webpath, files, segments_raw }: Vod) => ({ basename, webpath, files, segments_raw });

describe.each(DRIVERS)('names of VODs, on storage %s', (driver) => {
  let all: NamingTestApp;
  beforeAll(async () => {
    all = await NamingTestApp.open(driver, { 'locale.timezone': 'Europe/Stockholm' });
  });
  afterAll(() => all.stop());

  describe('when one is renamed', () => {
    it('W47 its files, folder and addresses follow though the folder is called as the VOD; every page learns of it', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel, { streamId: '81', category: { id: '9', name: 'Sailing' } });
      const changes: string[] = [];
      const off = all.app.bus.onPulse(PULSES.uiChanged, '*', ({ entity, id }) => {
        changes.push(`${entity} ${id}`);
        return Promise.resolve();
      });
      const answer = await all.rename(made.uuid, '{title} {game_name} {day}');
      expect(answer).toMatchObject({ status: 200, body: { status: 'OK', message: 'Boats Sailing 03' } });
      const now = await all.vod(made.uuid);
      expect(now).toMatchObject({
        basename: 'Boats Sailing 03',
        webpath: `/vods/${channel.internalName}/Boats%20Sailing%2003`,
        segments_raw: ['Boats Sailing 03.mp4'],
      });
      expect([await all.status(made.files[0]?.url ?? ''), await all.status(now.files[0]?.url ?? '')]).toEqual([
        404, 200,
      ]);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/Boats Sailing 03/Boats Sailing 03.mp4`);
      await eventually(async () => changes.includes(`vod ${made.uuid}`), 'the change reported');
      off();
      expect((await all.rename(made.uuid, '{title} {game_name} {day}')).body.message).toBe('Boats Sailing 03');
    });

    it('takes folders of its own, and leaves no empty ones', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      expect((await all.rename(made.uuid, '{year}/cut', '{internalName}/{month}')).body.message).toBe('cut');
      expect((await all.vod(made.uuid)).webpath).toBe(`/vods/${channel.internalName}/${channel.internalName}/01/2026`);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/${channel.internalName}/01/2026/cut.mp4`);
      await all.rename(made.uuid, 'cut two', '');
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/cut two.mp4`);
      if (driver === 'file')
        expect(await readdir(join(all.app.libraryDir, channel.internalName))).toEqual(['cut two.mp4']);
    });

    it('W47 to the name of another it gets a number, which the preview tells before', async () => {
      const channel = await all.newChannel();
      const [one, other] = [
        await all.finished(channel, { title: 'One' }),
        await all.finished(channel, { title: 'Other' }),
      ];
      await all.rename(other.uuid, 'Other way');
      const untouched = called(await all.vod(other.uuid));
      for (const [template, name] of [
        ['Other way', 'Other way (2)'],
        ['OTHER WAY', 'OTHER WAY (2)'],
        ['Other way_chat', 'Other way_chat (2)'],
      ] as const) {
        const { body } = await all.app.call<{
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
        expect(await all.rename(one.uuid, template)).toMatchObject({ status: 200, body: { message: name } });
        expect(await all.vod(one.uuid)).toMatchObject({
          basename: name,
          webpath: `/vods/${channel.internalName}/${encodeURIComponent(name)}`,
        });
      }
      expect(called(await all.vod(other.uuid))).toEqual(untouched);
      await all.onlyOnShelf(
        channel.internalName,
        `${channel.internalName}/Other way/Other way.mp4`,
        `${channel.internalName}/Other way_chat (2)/Other way_chat (2).mp4`,
      );
    });

    it('one that is being recorded goes on under the new name, and its file is called so', async () => {
      const channel = await all.newChannel();
      const { uuid } = await all.begin(channel);
      await all
        .of(Recording)
        .applyPart(uuid, { partId: ulid(), recorder: 'n/0', startedAt: AT.getTime(), segments: 1 });
      expect((await all.rename(uuid, 'Still on {day}')).body.message).toBe('Still on 03');
      expect(await all.vod(uuid)).toMatchObject({
        basename: 'Still on 03',
        state: 'capturing',
        webpath: `/vods/${channel.internalName}/Still%20on%2003`,
      });
      await all.of(Recording).end(uuid, verbatim('the test is over'));
    });

    it('three that want one name at once: one gets it, the others get it with a number', async () => {
      const channel = await all.newChannel();
      const made = [await all.finished(channel), await all.finished(channel), await all.finished(channel)];
      const answers = await Promise.all(made.map(({ uuid }) => all.rename(uuid, 'The only one')));
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
      const answer = await all.app.call('POST', '/vod/00000000-0000-4000-8000-000000000000/rename', body);
      expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([400, field]);
    });

    it('one that is not there is answered so, and one that is being converted has to wait', async () => {
      const missing = await all.rename('00000000-0000-4000-8000-000000000000', 'x');
      expect([missing.status, missing.body.message]).toEqual([404, 'Vod not found']);
      const channel = await all.newChannel();
      const { uuid, basename } = await all.begin(channel);
      await all.requestFile(uuid);
      expect((await all.rename(uuid, 'x y z')).body.code).toBe('vod-busy');
      // The work goes by its job too: one that makes files beside a finished one leaves no other trace.
      await all.of(VodWriter).update(uuid, (row) => {
        row.convertState = 'done';
        return true;
      });
      expect((await all.rename(uuid, 'x y z')).body.code).toBe('vod-busy');
      expect((await all.vod(uuid)).basename).toBe(basename);
    });
  });
});
