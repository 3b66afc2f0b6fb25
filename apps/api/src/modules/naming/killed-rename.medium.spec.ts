import { objectKeys } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transactions } from '../../persistence/database/tx.js';
import { eventually } from '../../testing/test-app.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { NamingTestApp } from '../../testing/naming-test-app.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { LibraryLinks } from '../../library/library-links.js';
import { LibraryLinksRepository } from '../../persistence/repositories/library-links.repository.js';
import { RenamedRows } from '../../library/renamed-rows.js';

jest.setTimeout(120_000);

describe.each(DRIVERS)('names of VODs, on storage %s', (driver) => {
  let all: NamingTestApp;
  beforeAll(async () => {
    // The library follows when a case says so.
    all = await NamingTestApp.open(driver, {}, ['library-links']);
  });
  afterAll(() => all.stop());

  describe('when the api is killed in a rename', () => {
    const flip = async (uuid: string, name: string, folder = '') =>
      all.of(VodWriter).update(
        uuid,
        () => true,
        (row, tx) => all.of(RenamedRows).saveName(row, { name, folder }, tx),
      );
    const isQuiet = async (uuid: string) =>
      (await all.of(LibraryLinksRepository).dueAt(uuid)) === null &&
      (await all.of(LibraryLinksRepository).leftovers(uuid)).length === 0;

    it('W47 after its rows: the new name holds everywhere, and the next run brings the library', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      await flip(made.uuid, 'flipped');
      expect([
        await all.status(made.files[0]?.url ?? ''),
        await all.status(`/vods/${channel.internalName}/flipped.mp4`),
      ]).toEqual([404, 200]);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/${made.basename}/${made.basename}.mp4`);
      await all.of(LibraryLinks).follow(made.uuid);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/flipped.mp4`);
      expect(await isQuiet(made.uuid)).toBe(true);
    });

    it('W47 between the new link and the old one: both stand, then the new one alone', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      await flip(made.uuid, 'halfway');
      await all.of(LibraryLinks).linkNew(made.uuid);
      await all.onlyOnShelf(
        channel.internalName,
        `${channel.internalName}/halfway.mp4`,
        `${channel.internalName}/${made.basename}/${made.basename}.mp4`,
      );
      await all.of(LibraryLinks).follow(made.uuid);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/halfway.mp4`);
      expect(await isQuiet(made.uuid)).toBe(true);
    });

    it('W47 after a link that no row tells of, and renamed once more: nothing is orphaned', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      const [file] = await all.of(VodRepository).files([made.uuid]);
      await flip(made.uuid, 'forgotten');
      const path = `${channel.internalName}/forgotten.mp4`;
      await all.of(LibraryLinksRepository).saveLeftover(made.uuid, { path, key: file!.key, mark: null });
      await all.app.storage.library?.link(file!.key, path);
      expect((await all.rename(made.uuid, 'remembered', '')).status).toBe(200);
      await all.onlyOnShelf(channel.internalName, `${channel.internalName}/remembered.mp4`);
      expect(await isQuiet(made.uuid)).toBe(true);
    });

    it('W47 and deleted before the library could follow: no link of it stays', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      await flip(made.uuid, 'doomed');
      await all.of(LibraryLinks).linkNew(made.uuid);
      expect((await all.app.call('DELETE', `/vod/${made.uuid}`)).status).toBe(200);
      await eventually(
        async () =>
          (await all.of(VodRepository).find(made.uuid)) === null &&
          (await all.app.storage.list(objectKeys.vod(made.uuid))[Symbol.asyncIterator]().next()).done === true,
        'it deleted',
      );
      for (const uuid of await all.of(LibraryLinksRepository).orphaned()) await all.of(LibraryLinks).dropOld(uuid);
      await all.onlyOnShelf(channel.internalName);
    });

    it('leaves a file that the operator put where a link of ours was, also when the object of that link is gone', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      const [file] = await all.of(VodRepository).files([made.uuid]);
      const path = `${channel.internalName}/was ours.mp4`;
      const key = `${file!.key}.x`;
      await all.app.storage.put(key, Buffer.from('ours'));
      await all.of(Transactions).run((tx) => all.of(LibraryLinks).leave(made.uuid, { path, key }, tx));
      await all.app.storage.delete([key]);
      await mkdir(dirname(join(all.app.libraryDir, path)), { recursive: true });
      await writeFile(join(all.app.libraryDir, path), 'of the operator');
      await all.of(LibraryLinks).follow(made.uuid);
      expect([await all.shelf(channel.internalName), await isQuiet(made.uuid)]).toEqual([
        expect.arrayContaining([path]),
        true,
      ]);
    });

    it('leaves a file that is not ours where it is, and stands beside it', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      const mine = join(all.app.libraryDir, channel.internalName, 'holiday.mp4');
      await mkdir(dirname(mine), { recursive: true });
      await writeFile(mine, 'of the operator');
      await all.rename(made.uuid, 'holiday', '');
      await all.of(LibraryLinks).follow(made.uuid);
      const beside = driver === 'file' ? [`${channel.internalName}/holiday (2).mp4`] : [];
      expect(await all.shelf(channel.internalName)).toEqual([...beside, `${channel.internalName}/holiday.mp4`]);
      await all.rename(made.uuid, 'home again', '');
      await all.of(LibraryLinks).follow(made.uuid);
      expect(await all.shelf(channel.internalName)).toEqual(
        driver === 'file'
          ? [`${channel.internalName}/holiday.mp4`, `${channel.internalName}/home again.mp4`]
          : [`${channel.internalName}/holiday.mp4`],
      );
    });
  });
});
