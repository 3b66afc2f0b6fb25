import { type Channel } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { eventually } from '../../testing/test-app.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { NamingTestApp } from '../../testing/naming-test-app.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { remuxJobName } from '../../vods/job-names.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { ChannelRenames } from './channel-renames.js';

jest.setTimeout(120_000);

describe.each(DRIVERS)('the VODs of a renamed channel on %s storage', (driver) => {
  let testApp: NamingTestApp;
  beforeAll(async () => {
    testApp = await NamingTestApp.open(driver);
  });
  afterAll(() => testApp.stop());

  async function renameChannel(channel: Channel, to: string): Promise<string> {
    const job = await testApp.get(Transactions).run(async (tx) => {
      const row = await testApp.get(ChannelRepository).lock(channel.uuid, tx);
      row!.internalName = to;
      await testApp.get(ChannelRepository).save(row!, tx);
      return testApp.get(ChannelRenames).followIn(row!, channel.internalName, tx);
    });
    testApp.get(ChannelRenames).started(job);
    return job;
  }
  const job = async (name: string, status: string) =>
    eventually(
      async () =>
        (await testApp.app.call<{ name: string; status: string; note: string }[]>('GET', '/jobs')).body.data?.find(
          (j) => j.name === name && j.status === status,
        ),
      `${name} ${status}`,
    );

  /** A concurrent run of the library may still link files under the old names, and then removes them. */
  const oldFolderEmpty = ({ internalName }: Channel) =>
    eventually(
      async () => (await testApp.libraryFiles(internalName)).length === 0,
      'no library files under the old name',
    );

  it('get new names, folders, addresses and library files, except for names that the operator chose', async () => {
    const channel = await testApp.newChannel();
    const [first, second] = [
      await testApp.finishedVod(channel, { streamId: 'c1' }),
      await testApp.finishedVod(channel, { streamId: 'c2' }),
    ];
    await testApp.rename(second.uuid, 'By hand', '');
    const to = `pier${testApp.channels}${driver}`;
    expect((await job(await renameChannel(channel, to), 'STOPPED')).note).toBe('2 VODs renamed');
    const name = first.basename.replace(channel.internalName, to);
    expect(await testApp.vod(first.uuid)).toMatchObject({
      basename: name,
      streamer_login: to,
      webpath: `/vods/${to}/${name}`,
    });
    expect(await testApp.vod(second.uuid)).toMatchObject({ basename: 'By hand', webpath: `/vods/${to}` });
    expect([
      await testApp.statusOf(first.files[0]?.url ?? ''),
      await testApp.statusOf(`/vods/${to}/${name}/${name}.mp4`),
    ]).toEqual([404, 200]);
    await oldFolderEmpty(channel);
    await testApp.expectLibrary(to, `${to}/By hand.mp4`, `${to}/${name}/${name}.mp4`);
  });

  it('are renamed even if an earlier rename was interrupted', async () => {
    const channel = await testApp.newChannel();
    const made = await testApp.finishedVod(channel);
    const between = `between${testApp.channels}${driver}`;
    await testApp.get(Transactions).run(async (tx) => {
      const row = await testApp.get(ChannelRepository).lock(channel.uuid, tx);
      row!.internalName = between;
      await testApp.get(ChannelRepository).save(row!, tx);
    });
    const to = `at-last${testApp.channels}${driver}`;
    expect((await job(await renameChannel({ ...channel, internalName: between }, to), 'STOPPED')).note).toBe(
      '1 VODs renamed',
    );
    expect(await testApp.vod(made.uuid)).toMatchObject({
      basename: made.basename.replace(channel.internalName, to),
      streamer_login: to,
    });
    await oldFolderEmpty(channel);
  });

  it('wait until no VOD of the channel is being converted', async () => {
    const channel = await testApp.newChannel();
    const [made, busy] = [await testApp.finishedVod(channel), await testApp.finishedVod(channel)];
    await testApp.requestFile(busy.uuid);
    const name = await renameChannel(channel, `busy${testApp.channels}${driver}`);
    expect(
      (
        await eventually(
          async () =>
            (await testApp.app.call<{ name: string; note: string }[]>('GET', '/jobs')).body.data?.find(
              (j) => j.name === name && j.note.includes('being converted'),
            ),
          'the wait',
        )
      ).note,
    ).toContain(busy.basename);
    expect((await testApp.vod(made.uuid)).basename).toBe(made.basename);
    await testApp.get(VodWriter).update(
      busy.uuid,
      (row) => {
        row.convertState = 'done';
        return true;
      },
      async (row, tx) => {
        await testApp.get(WorkerJobs).stopIn(remuxJobName(row), verbatim('done'), tx);
      },
    );
    await job(name, 'STOPPED');
    expect((await testApp.vod(made.uuid)).basename).toBe(
      made.basename.replace(channel.internalName, `busy${testApp.channels}${driver}`),
    );
  });
});
