import { type Channel, type convertJob, type SettingValues, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { expect } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { remuxJobName } from '../vods/job-names.js';
import { type NewWorkerJob, WorkerJobs } from '../jobs/worker-jobs.js';
import { ConvertJob } from '../workflows/convert-job.js';
import { type Broadcast } from '../vods/new-vod.js';
import { Recording } from '../recordings/recording.js';
import { VodWriter } from '../vods/vod-writer.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { type TestApp, eventually } from './test-app.js';
import { madeFile } from './fake-worker.js';
import { type Driver, testAppOn } from './test-app-on.js';

/** Start of each broadcast in these specs; in Stockholm this is already the next day. */
export const AT = new Date('2026-01-02T23:30:05Z');

/** An API whose VODs are recorded and converted on request. For tests of names. */
export class NamingTestApp {
  /** Number of channels so far; part of their names. */
  channels = 0;
  private streams = 0;

  private constructor(
    readonly driver: Driver,
    private readonly servers: Awaited<ReturnType<typeof testAppOn>>,
    private readonly site: LiveHls,
  ) {}

  /** @param without tasks that do not run by themselves */
  static async open(
    driver: Driver,
    settings: Partial<SettingValues> = {},
    without: readonly string[] = [],
  ): Promise<NamingTestApp> {
    const all = new NamingTestApp(driver, await testAppOn(driver, { without }), await LiveHls.start());
    await all.put(settings);
    return all;
  }

  get app(): TestApp {
    return this.servers.app;
  }

  of<T>(kind: abstract new (...args: never[]) => T): T {
    return this.app.nest.get(kind as never, { strict: false });
  }
  put(config: object) {
    return this.app.call('PUT', '/settings', { config });
  }
  async vod(uuid: string): Promise<Vod> {
    return (await this.app.call<Vod>('GET', `/vod/${uuid}`)).body.data as Vod;
  }
  async status(url: string): Promise<number> {
    const res = await fetch(`${this.app.origin}${url}`);
    await res.arrayBuffer();
    return res.status;
  }
  rename(uuid: string, template: string, folder_template?: string) {
    return this.app.call('POST', `/vod/${uuid}/rename`, {
      template,
      ...(folder_template === undefined ? {} : { folder_template }),
    });
  }

  /** Paths of all files in a channel's folder of the library. */
  async shelf(channel: string): Promise<string[]> {
    const { libraryDir } = this.app;
    const all = await readdir(join(libraryDir, channel), { recursive: true, withFileTypes: true }).catch(() => []);
    return all
      .filter((f) => f.isFile())
      .map((f) => join(f.parentPath, f.name).slice(libraryDir.length + 1))
      .sort();
  }
  /** Expects exactly these files in the library; a bucket has no library. */
  async onlyOnShelf(channel: string, ...paths: string[]): Promise<void> {
    const wanted = this.driver === 'file' ? paths : [];
    // A concurrent run of the library may have read the rows before they changed.
    const isSo = async () => (await this.shelf(channel)).join('\n') === wanted.join('\n');
    await eventually(isSo, 'what the library holds').catch(async () => {
      expect(await this.shelf(channel)).toEqual(wanted);
    });
  }

  async newChannel(): Promise<Channel> {
    this.channels += 1;
    const name = `off${this.channels}`;
    this.site.files.set(
      `/${name}`,
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n'),
    );
    const added = await this.app.call<Channel>('POST', '/channels', {
      provider: 'hls',
      url: `${this.site.origin}/${name}`,
      internalName: `quay${this.channels}`,
      displayName: 'The Quay',
      no_capture: true,
    });
    return added.body.data as Channel;
  }

  async begin(channel: Channel, show: Partial<Broadcast> = {}) {
    const row = await this.of(ChannelRepository).find(channel.uuid);
    this.streams += 1;
    const stream = { streamId: `s${this.streams}`, title: 'Boats', startedAt: AT, ...show };
    return (await this.of(Recording).begin(row!, stream)).vod;
  }
  /** Applies the facts of a recorder's first stored segment. */
  media(uuid: string): Promise<void> {
    return this.of(Recording).applyPart(uuid, {
      partId: ulid(),
      recorder: 'n/0',
      startedAt: AT.getTime(),
      segments: 2,
      bytes: 9,
      mediaMs: 4000,
      endedAt: AT.getTime() + 4000,
      cause: 'endlist',
    });
  }

  /** A VOD with one file that a converter made. */
  async finished(channel: Channel, show: Partial<Broadcast> = {}): Promise<Vod> {
    const { uuid, basename } = await this.begin(channel, show);
    await this.media(uuid);
    // A task may find a conversion without a command and start a new attempt; only that attempt's result then counts.
    // So retry.
    await eventually(async () => {
      await this.converted(uuid, basename);
      return (await this.of(VodRepository).files([uuid])).length > 0;
    }, 'its file');
    return this.vod(uuid);
  }

  private async converted(uuid: string, basename: string): Promise<void> {
    const attempt = ulid();
    const jobName = await this.requestFile(uuid, attempt);
    const result = await madeFile(this.app, { vodUuid: uuid, attempt, basename });
    await this.of(WorkerJobs).done({ jobName, attempt, at: Date.now(), result });
  }

  /**
   * Requests the conversion of a VOD; no worker accepts it.
   * @returns the name of the job
   */
  async requestFile(uuid: string, attempt = ulid()): Promise<string> {
    const isRequested = await this.of(VodWriter).update(
      uuid,
      (row) => {
        Object.assign(row, { assigned: false, endedAt: AT, convertState: 'queued', convertAttempt: attempt });
        return true;
      },
      async (row, tx) => {
        await this.of(WorkerJobs).add(this.of(ConvertJob), conversionOf(row, attempt), tx);
      },
    );
    return isRequested ? remuxJobName(isRequested) : '';
  }

  async stop(): Promise<void> {
    await this.servers.stop();
    await this.site.stop();
  }
}

/** A conversion that no worker can do, because the VOD has no timeline. */
export const conversionOf = (vod: VodEntity, attempt: string): NewWorkerJob<typeof convertJob> => ({
  name: remuxJobName(vod),
  attempt,
  title: verbatim(vod.basename),
  vodUuid: vod.uuid,
  channelUuid: vod.channelUuid,
  replaces: true,
  input: { vodUuid: vod.uuid, container: 'mp4', basename: vod.basename, timelineKey: 'none' },
});
