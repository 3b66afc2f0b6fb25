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
export const STARTED_AT = new Date('2026-01-02T23:30:05Z');

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
    const testApp = new NamingTestApp(driver, await testAppOn(driver, { without }), await LiveHls.start());
    await testApp.saveSettings(settings);
    return testApp;
  }

  get app(): TestApp {
    return this.servers.app;
  }

  get<T>(kind: abstract new (...args: never[]) => T): T {
    return this.app.nest.get(kind as never, { strict: false });
  }
  saveSettings(config: object) {
    return this.app.call('PUT', '/settings', { config });
  }
  async vod(uuid: string): Promise<Vod> {
    return (await this.app.call<Vod>('GET', `/vod/${uuid}`)).body.data as Vod;
  }
  async statusOf(url: string): Promise<number> {
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

  /** Paths of all files in a channel's folder of the library, sorted. */
  async libraryFiles(channel: string): Promise<string[]> {
    const { libraryDir } = this.app;
    const entries = await readdir(join(libraryDir, channel), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((f) => f.isFile())
      .map((f) => join(f.parentPath, f.name).slice(libraryDir.length + 1))
      .sort();
  }
  /** Expects exactly these files in a channel's folder of the library; none in a bucket, which has no library. */
  async expectLibrary(channel: string, ...paths: string[]): Promise<void> {
    const wanted = this.driver === 'file' ? paths : [];
    // A concurrent run of the library may have read the rows before they changed.
    const isAsWanted = async () => (await this.libraryFiles(channel)).join('\n') === wanted.join('\n');
    await eventually(isAsWanted, 'the library files').catch(async () => {
      expect(await this.libraryFiles(channel)).toEqual(wanted);
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

  async beginRecording(channel: Channel, show: Partial<Broadcast> = {}) {
    const row = await this.get(ChannelRepository).find(channel.uuid);
    this.streams += 1;
    const stream = { streamId: `s${this.streams}`, title: 'Boats', startedAt: STARTED_AT, ...show };
    return (await this.get(Recording).begin(row!, stream)).vod;
  }
  /** Reports a part with media, as a recorder does, and its end. */
  reportPart(uuid: string): Promise<void> {
    return this.get(Recording).applyPart(uuid, {
      partId: ulid(),
      recorder: 'n/0',
      startedAt: STARTED_AT.getTime(),
      segments: 2,
      bytes: 9,
      mediaMs: 4000,
      endedAt: STARTED_AT.getTime() + 4000,
      cause: 'endlist',
    });
  }

  /**
   * A VOD with one file that a converter made.
   * @param endings of subtitles beside the file
   */
  async finishedVod(channel: Channel, show: Partial<Broadcast> = {}, endings: readonly string[] = []): Promise<Vod> {
    const { uuid, basename } = await this.beginRecording(channel, show);
    await this.reportPart(uuid);
    // A task may find a conversion without a command and start a new attempt; only that attempt's result then counts.
    // So retry.
    await eventually(async () => {
      await this.converted(uuid, basename, endings);
      return (await this.get(VodRepository).files([uuid])).length > 0;
    }, 'the file of the VOD');
    return this.vod(uuid);
  }

  private async converted(uuid: string, basename: string, endings: readonly string[]): Promise<void> {
    const attempt = ulid();
    const jobName = await this.requestFile(uuid, attempt);
    const result = await madeFile(this.app, { vodUuid: uuid, attempt, basename, endings });
    await this.get(WorkerJobs).done({ jobName, attempt, at: Date.now(), result });
  }

  /**
   * Requests the conversion of a VOD; no worker accepts it.
   * @returns the name of the job
   */
  async requestFile(uuid: string, attempt = ulid()): Promise<string> {
    const vod = await this.get(VodWriter).update(
      uuid,
      (row) => {
        Object.assign(row, { assigned: false, endedAt: STARTED_AT, convertState: 'queued', convertAttempt: attempt });
        return true;
      },
      async (row, tx) => {
        await this.get(WorkerJobs).add(this.get(ConvertJob), conversionOf(row, attempt), tx);
      },
    );
    return vod ? remuxJobName(vod) : '';
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
