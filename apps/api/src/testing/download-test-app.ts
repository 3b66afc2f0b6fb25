import { type Channel, type Job, type SettingValues, type Vod } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { type ChannelSpec } from '../../../../tools/provider-sim/index.js';
import { FakeRecorder } from '../modules/download/fake-recorder.fixture.js';
import { type TestApp, eventually } from './test-app.js';
import { TwitchTestApp } from './twitch-test-app.js';

export const DAY_S = 86_400;

/** A past video of the simulated Twitch: 40 s of a broadcast of yesterday. */
export const aVideo = (id: string, more: object = {}) => ({
  id,
  title: `Video ${id}`,
  agoS: DAY_S,
  seconds: 40,
  streamId: `4000${id}`,
  chapters: [],
  ...more,
});

interface Given {
  /** Vodkeep follows the first one. */
  readonly channels: readonly [ChannelSpec, ...ChannelSpec[]];
  readonly settings?: Partial<SettingValues>;
  /** Options of the followed channel that differ from the default. */
  readonly followed?: object;
  readonly running?: readonly string[];
}

/** An API with a simulated Twitch; the spec fakes the recorders. For tests of downloads. */
export class DownloadTestApp {
  private constructor(
    readonly twitch: TwitchTestApp,
    readonly recorder: FakeRecorder,
    readonly channel: Channel,
  ) {}

  static async open({ channels, settings = {}, followed = {}, running = [] }: Given): Promise<DownloadTestApp> {
    const twitch = await TwitchTestApp.open({
      settings: { 'downloads.concurrent': 8, ...settings },
      channels,
      running,
    });
    const recorder = await FakeRecorder.start(twitch.app);
    return new DownloadTestApp(twitch, recorder, await twitch.follow(channels[0].name, followed));
  }

  get app(): TestApp {
    return this.twitch.app;
  }
  get db(): DataSource {
    return this.app.nest.get(DataSource, { strict: false });
  }

  readonly call: TestApp['call'] = (method, path, body) => this.app.call(method, path, body);

  /** Requests the download of a video of the followed channel. */
  async begin(id: string, query = ''): Promise<{ job: string; vod: string }> {
    const { status, body, text } = await this.call<{ job: string; vod: string }>(
      'GET',
      `/channels/${this.channel.login}/download/${id}${query}`,
    );
    if (status !== 200 || !body.data) throw new RangeError(text);
    return body.data;
  }

  async vodOf(uuid: string): Promise<Vod | undefined> {
    return (await this.call<Vod>('GET', `/vod/${uuid}`)).body.data;
  }
  async jobOf(name: string): Promise<Job | undefined> {
    return (await this.call<Job[]>('GET', '/jobs')).body.data?.find((j) => j.name === name);
  }

  inState(uuid: string, state: Vod['state']): Promise<Vod> {
    return eventually(async () => {
      const vod = await this.vodOf(uuid);
      return vod?.state === state ? vod : null;
    }, `${state} of ${uuid}`);
  }
  jobIn(name: string, status: Job['status']): Promise<Job> {
    return eventually(async () => {
      const job = await this.jobOf(name);
      return job?.status === status ? job : null;
    }, `${status} of ${name}`);
  }

  async stopAll(): Promise<void> {
    for (const { name, status } of (await this.call<Job[]>('GET', '/jobs')).body.data ?? [])
      if (name.startsWith('download_') && (status === 'RUNNING' || status === 'WAITING'))
        await this.call('DELETE', `/jobs/${name}`);
  }

  /** Keys on storage below a prefix. */
  async storedUnder(prefix: string): Promise<string[]> {
    return (await this.app.objects(prefix)).map(({ key }) => key);
  }
  async bytesUnder(prefix: string): Promise<number> {
    return (await this.app.objects(prefix)).reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  }

  async stop(): Promise<void> {
    await this.recorder.stop();
    await this.twitch.stop();
  }
}
