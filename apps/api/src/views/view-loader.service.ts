import { Bus } from '#libs/bus';
import { type Channel, type DeadLetter, type Job, type Vod } from '#libs/contracts';
import { type ApiConfig } from '#libs/config';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/service-kit';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { JobRepository } from '../modules/job/job.repository.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { PushRepository } from '../push/push.repository.js';
import { StoryRepository } from '../story/story.repository.js';
import { LiveSnapshots } from '../workflows/live-snapshots.js';
import { presentChannel } from './channel.presenter.js';
import { captureJobName, remuxJobName } from '../modules/job/job-names.js';
import { presentCapture, presentJob } from './job.presenter.js';
import { presentVod } from './vod.presenter.js';
import { type Heard, NOBODY } from './vod-status.presenter.js';

/** Reads rows and gives what clients see; for routes and for websocket frames alike, so that both say the same. */
@Injectable()
export class ViewLoader {
  constructor(private readonly vods: VodRepository, private readonly channels: ChannelRepository, private readonly jobs: JobRepository, private readonly snapshots: LiveSnapshots, private readonly bus: Bus, private readonly subscriptions: PushRepository, private readonly stories: StoryRepository, @Inject(CONFIG) private readonly config: ApiConfig) {}

  async vod(uuid: string): Promise<Vod | null> {
    const vod = await this.vods.find(uuid);
    return vod ? ((await this.presentVods([vod]))[0] ?? null) : null;
  }

  async presentVods(vods: readonly VodEntity[]): Promise<Vod[]> {
    if (vods.length === 0) return [];
    const uuids = vods.map((v) => v.uuid);
    const [favourites, parts, files, chapters, viewers] = await Promise.all([this.stories.favourites(), this.vods.parts(uuids), this.vods.allFiles(uuids), this.stories.chapters(uuids), this.stories.viewers(uuids)]);
    const [heard, streamerIds] = await Promise.all([this.heard(vods), this.channels.sourceIds([...new Set(vods.map((v) => v.channelUuid))])]);
    const chaptersOf = Map.groupBy(chapters, (c) => c.vodUuid);
    const viewersOf = Map.groupBy(viewers, (v) => v.vodUuid);
    const partsOf = Map.groupBy(parts, (p) => p.vodUuid);
    const filesOf = Map.groupBy(files, (f) => f.vodUuid);
    return vods.map((vod) => presentVod({ vod, story: { chapters: chaptersOf.get(vod.uuid) ?? [], viewers: viewersOf.get(vod.uuid) ?? [] }, parts: partsOf.get(vod.uuid) ?? [], files: filesOf.get(vod.uuid) ?? [], snapshot: this.snapshots.of(vod.uuid), heard: heard.get(vod.uuid) ?? NOBODY, streamerId: streamerIds.get(vod.channelUuid) ?? '', basepath: this.config.http.basepath, favourites }));
  }

  async channel(uuid: string): Promise<Channel | null> {
    const channel = await this.channels.find(uuid);
    return channel ? ((await this.presentChannels([channel]))[0] ?? null) : null;
  }

  async allChannels(): Promise<Channel[]> {
    return this.presentChannels(await this.channels.all());
  }

  async job(name: string): Promise<Job | null> {
    const job = await this.jobs.find(name);
    if (job) return presentJob(job);
    const vod = (await this.captures()).find((v) => captureJobName(v) === name);
    return vod ? presentCapture(vod, this.snapshots.of(vod.uuid)) : null;
  }

  async allJobs(): Promise<Job[]> {
    const [jobs, captures] = await Promise.all([this.jobs.all(), this.captures()]);
    return [...captures.map((v) => presentCapture(v, this.snapshots.of(v.uuid))), ...jobs.map(presentJob)];
  }

  deadLetters(): Promise<DeadLetter[]> {
    return this.bus.deadLetters.list();
  }

  async captures(): Promise<VodEntity[]> {
    return (await this.vods.unfinished()).filter((v) => v.assigned);
  }

  /** Of those that somebody should work on: whether somebody does. */
  private async heard(vods: readonly VodEntity[]): Promise<ReadonlyMap<string, Heard>> {
    const silent = vods.some((v) => v.state === 'capturing' && !this.snapshots.of(v.uuid));
    const held = new Set(silent ? (await this.bus.leases.all()).map(({ value }) => value.vodUuid) : []);
    const converting = vods.filter((v) => v.state === 'converting');
    const spoke = await this.jobs.updatedAt(converting.map(remuxJobName));
    return new Map(vods.filter((v) => v.state === 'capturing' || v.state === 'converting').map((v) => [v.uuid, { held: held.has(v.uuid), convertedAt: spoke.get(remuxJobName(v)) ?? null }]));
  }

  private async presentChannels(channels: readonly ChannelEntity[]): Promise<Channel[]> {
    const vods = await this.presentVods((await this.vods.listOf(channels.map((c) => c.uuid))).filter((v) => v.archivedAt === null));
    const of = Map.groupBy(vods, (v) => v.channel_uuid);
    const subscriptions = Map.groupBy(await this.subscriptions.subscriptions(), (s) => `${s.kind} ${s.sourceId}`);
    const favourites = await this.stories.favourites();
    return channels.map((channel) => presentChannel({ channel, basepath: this.config.http.basepath, favourites, vods: of.get(channel.uuid) ?? [], subscriptions: subscriptions.get(`${channel.providerKind} ${channel.sourceId}`) ?? [] }));
  }
}
