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

describe.each(DRIVERS)('a rename whose API was killed, on %s storage', (driver) => {
  let testApp: NamingTestApp;
  beforeAll(async () => {
    // The tests run the library's task themselves.
    testApp = await NamingTestApp.open(driver, {}, ['library-links']);
  });
  afterAll(() => testApp.stop());

  const renameRows = async (uuid: string, name: string, folder = '') =>
    testApp.get(VodWriter).update(
      uuid,
      () => true,
      (row, tx) => testApp.get(RenamedRows).saveName(row, { name, folder }, tx),
    );
  const isLibraryDone = async (uuid: string) =>
    (await testApp.get(LibraryLinksRepository).dueAt(uuid)) === null &&
    (await testApp.get(LibraryLinksRepository).leftovers(uuid)).length === 0;

  it('W47 after the rows changed has the new name everywhere, and the next run updates the library', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    await renameRows(made.uuid, 'flipped');
    expect([
      await testApp.statusOf(made.files[0]?.url ?? ''),
      await testApp.statusOf(`/vods/${channel.internalName}/flipped.mp4`),
    ]).toEqual([404, 200]);
    await testApp.expectLibrary(channel.internalName, `${channel.internalName}/${made.basename}/${made.basename}.mp4`);
    await testApp.get(LibraryLinks).follow(made.uuid);
    await testApp.expectLibrary(channel.internalName, `${channel.internalName}/flipped.mp4`);
    expect(await isLibraryDone(made.uuid)).toBe(true);
  });

  it('W47 between the new library file and the removal of the old one has both, then only the new one', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    await renameRows(made.uuid, 'halfway');
    await testApp.get(LibraryLinks).linkNew(made.uuid);
    await testApp.expectLibrary(
      channel.internalName,
      `${channel.internalName}/halfway.mp4`,
      `${channel.internalName}/${made.basename}/${made.basename}.mp4`,
    );
    await testApp.get(LibraryLinks).follow(made.uuid);
    await testApp.expectLibrary(channel.internalName, `${channel.internalName}/halfway.mp4`);
    expect(await isLibraryDone(made.uuid)).toBe(true);
  });

  it('W47 before the rows mention a new library file leaves no orphan when the VOD is renamed again', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    const [file] = await testApp.get(VodRepository).files([made.uuid]);
    await renameRows(made.uuid, 'forgotten');
    const path = `${channel.internalName}/forgotten.mp4`;
    await testApp.get(LibraryLinksRepository).saveLeftover(made.uuid, { path, key: file!.key, mark: null });
    await testApp.app.storage.library?.link(file!.key, path);
    expect((await testApp.rename(made.uuid, 'remembered', '')).status).toBe(200);
    await testApp.expectLibrary(channel.internalName, `${channel.internalName}/remembered.mp4`);
    expect(await isLibraryDone(made.uuid)).toBe(true);
  });

  it('W47 leaves no library file when the VOD is deleted before the library was updated', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    await renameRows(made.uuid, 'doomed');
    await testApp.get(LibraryLinks).linkNew(made.uuid);
    expect((await testApp.app.call('DELETE', `/vod/${made.uuid}`)).status).toBe(200);
    await eventually(
      async () =>
        (await testApp.get(VodRepository).find(made.uuid)) === null &&
        (await testApp.app.storage.list(objectKeys.vod(made.uuid))[Symbol.asyncIterator]().next()).done === true,
      'the deletion of the VOD',
    );
    for (const uuid of await testApp.get(LibraryLinksRepository).orphaned())
      await testApp.get(LibraryLinks).dropOld(uuid);
    await testApp.expectLibrary(channel.internalName);
  });

  it('leaves a file that the operator put in the place of an old library file, even if the object of that file is gone', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    const [file] = await testApp.get(VodRepository).files([made.uuid]);
    const path = `${channel.internalName}/was ours.mp4`;
    const key = `${file!.key}.x`;
    await testApp.app.storage.put(key, Buffer.from('ours'));
    await testApp.get(Transactions).run((tx) => testApp.get(LibraryLinks).saveLeftover(made.uuid, { path, key }, tx));
    await testApp.app.storage.delete([key]);
    await mkdir(dirname(join(testApp.app.libraryDir, path)), { recursive: true });
    await writeFile(join(testApp.app.libraryDir, path), 'of the operator');
    await testApp.get(LibraryLinks).follow(made.uuid);
    expect([await testApp.libraryFiles(channel.internalName), await isLibraryDone(made.uuid)]).toEqual([
      expect.arrayContaining([path]),
      true,
    ]);
  });

  it('leaves a file of the operator with the new name, and gets a number', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    const mine = join(testApp.app.libraryDir, channel.internalName, 'holiday.mp4');
    await mkdir(dirname(mine), { recursive: true });
    await writeFile(mine, 'of the operator');
    await testApp.rename(made.uuid, 'holiday', '');
    await testApp.get(LibraryLinks).follow(made.uuid);
    const beside = driver === 'file' ? [`${channel.internalName}/holiday (2).mp4`] : [];
    expect(await testApp.libraryFiles(channel.internalName)).toEqual([
      ...beside,
      `${channel.internalName}/holiday.mp4`,
    ]);
    await testApp.rename(made.uuid, 'home again', '');
    await testApp.get(LibraryLinks).follow(made.uuid);
    expect(await testApp.libraryFiles(channel.internalName)).toEqual(
      driver === 'file'
        ? [`${channel.internalName}/holiday.mp4`, `${channel.internalName}/home again.mp4`]
        : [`${channel.internalName}/holiday.mp4`],
    );
  });
});
