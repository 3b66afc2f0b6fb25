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

describe.each(DRIVERS)('names of VODs, on storage %s', (driver) => {
  let all: NamingTestApp;
  beforeAll(async () => {
    all = await NamingTestApp.open(driver);
  });
  afterAll(() => all.stop());

  describe('when their channel is renamed', () => {
    async function renameChannel(channel: Channel, to: string): Promise<string> {
      const job = await all.of(Transactions).run(async (tx) => {
        const row = await all.of(ChannelRepository).lock(channel.uuid, tx);
        row!.internalName = to;
        await all.of(ChannelRepository).save(row!, tx);
        return all.of(ChannelRenames).followIn(row!, channel.internalName, tx);
      });
      all.of(ChannelRenames).started(job);
      return job;
    }
    const job = async (name: string, status: string) =>
      eventually(
        async () =>
          (await all.app.call<{ name: string; status: string; note: string }[]>('GET', '/jobs')).body.data?.find(
            (j) => j.name === name && j.status === status,
          ),
        `${name} ${status}`,
      );

    /** A run of the library that had read the old names may be on its way still, and drops what it links by them. */
    const leftBehind = ({ internalName }: Channel) =>
      eventually(async () => (await all.shelf(internalName)).length === 0, 'an empty shelf under the old name');

    it('all follow, in names, folders, addresses and library; what the operator named stays', async () => {
      const channel = await all.newChannel();
      const [first, second] = [
        await all.finished(channel, { streamId: 'c1' }),
        await all.finished(channel, { streamId: 'c2' }),
      ];
      await all.rename(second.uuid, 'By hand', '');
      const to = `pier${all.channels}${driver}`;
      expect((await job(await renameChannel(channel, to), 'STOPPED')).note).toBe('2 VODs renamed');
      const name = first.basename.replace(channel.internalName, to);
      expect(await all.vod(first.uuid)).toMatchObject({
        basename: name,
        streamer_login: to,
        webpath: `/vods/${to}/${name}`,
      });
      expect(await all.vod(second.uuid)).toMatchObject({ basename: 'By hand', webpath: `/vods/${to}` });
      expect([
        await all.status(first.files[0]?.url ?? ''),
        await all.status(`/vods/${to}/${name}/${name}.mp4`),
      ]).toEqual([404, 200]);
      await leftBehind(channel);
      await all.onlyOnShelf(to, `${to}/By hand.mp4`, `${to}/${name}/${name}.mp4`);
    });

    it('those follow too that an earlier rename never came to', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      const between = `between${all.channels}${driver}`;
      await all.of(Transactions).run(async (tx) => {
        const row = await all.of(ChannelRepository).lock(channel.uuid, tx);
        row!.internalName = between;
        await all.of(ChannelRepository).save(row!, tx);
      });
      const to = `at-last${all.channels}${driver}`;
      expect((await job(await renameChannel({ ...channel, internalName: between }, to), 'STOPPED')).note).toBe(
        '1 VODs renamed',
      );
      expect(await all.vod(made.uuid)).toMatchObject({
        basename: made.basename.replace(channel.internalName, to),
        streamer_login: to,
      });
      await leftBehind(channel);
    });

    it('none follows while one is converted, and all do once it is done', async () => {
      const channel = await all.newChannel();
      const [made, busy] = [await all.finished(channel), await all.finished(channel)];
      await all.requestFile(busy.uuid);
      const name = await renameChannel(channel, `busy${all.channels}${driver}`);
      expect(
        (
          await eventually(
            async () =>
              (await all.app.call<{ name: string; note: string }[]>('GET', '/jobs')).body.data?.find(
                (j) => j.name === name && j.note.includes('being converted'),
              ),
            'the wait',
          )
        ).note,
      ).toContain(busy.basename);
      expect((await all.vod(made.uuid)).basename).toBe(made.basename);
      await all.of(VodWriter).update(
        busy.uuid,
        (row) => {
          row.convertState = 'done';
          return true;
        },
        async (row, tx) => {
          await all.of(WorkerJobs).stopIn(remuxJobName(row), verbatim('done'), tx);
        },
      );
      await job(name, 'STOPPED');
      expect((await all.vod(made.uuid)).basename).toBe(
        made.basename.replace(channel.internalName, `busy${all.channels}${driver}`),
      );
    });
  });
});
