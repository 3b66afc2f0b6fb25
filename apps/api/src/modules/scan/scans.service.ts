import { UserError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CHANNEL_MISSING } from '../channel/channel-faults.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { LocalVideos } from '../local-video/local-videos.service.js';
import { Settings } from '../../settings/settings.service.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { Tombstones } from '../../workflows/tombstones.js';
import { StoredClips } from './stored-clips.js';
import { StoredVods } from './stored-vods.js';

/**
 * `what`: `stored` scans Vodkeep's own recordings and clips, `local` the videos that a person put beside them.
 * `channelUuid` null: the whole library; `name` is empty then.
 */
const SCAN = defineApiJob(
  'scan',
  z.strictObject({ what: z.enum(['stored', 'local']), channelUuid: z.uuid().nullable(), name: z.string() }),
);
type Run = ApiJobRun<z.infer<typeof SCAN.schema>>;

/**
 * Starts and runs the jobs that compare the library with storage. They restore VODs and clips that are missing in
 * Postgres from their manifests, repair the existing VODs, and list local videos.
 */
@Injectable()
export class Scans {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly storedVods: StoredVods,
    private readonly storedClips: StoredClips,
    private readonly localVideos: LocalVideos,
    private readonly settings: Settings,
    private readonly tombstones: Tombstones,
  ) {
    apiJobs.register(SCAN, (run) => this.run(run));
  }

  /**
   * @returns name of the job
   * @throws UserError `job-running` (409)
   */
  startLibraryScan(): Promise<string> {
    return this.apiJobs.add(SCAN, {
      name: 'scan_all',
      title: message('job.title.whole-library'),
      input: { what: 'stored', channelUuid: null, name: '' },
    });
  }

  /**
   * @returns name of the job
   * @throws UserError `channel-capturing` (400, like v0), `job-running` (409)
   */
  async startChannelScan({ uuid, displayName, internalName }: ChannelEntity): Promise<string> {
    if ((await this.vods.assignedOf(uuid)).length > 0)
      throw new UserError(message('error.channel-capturing.scan', { name: displayName }), {
        status: 400,
      });
    return this.apiJobs.add(SCAN, {
      name: `scan_${internalName}`,
      title: verbatim(displayName),
      channelUuid: uuid,
      input: { what: 'stored', channelUuid: uuid, name: displayName },
    });
  }

  /**
   * @returns name of the job
   * @throws UserError `job-running` (409)
   */
  startLocalVideoScan({ uuid, displayName, internalName }: ChannelEntity): Promise<string> {
    return this.apiJobs.add(SCAN, {
      name: `scan_local_${internalName}`,
      title: verbatim(displayName),
      channelUuid: uuid,
      input: { what: 'local', channelUuid: uuid, name: displayName },
    });
  }

  private run(run: Run): Promise<Message> {
    return run.input.what === 'local' ? this.scanLocalVideos(run) : this.scanStored(run);
  }

  private async scanLocalVideos({ input: { channelUuid, name }, signal }: Run): Promise<Message> {
    const channel = channelUuid === null ? null : await this.channels.find(channelUuid);
    if (!channel) throw CHANNEL_MISSING();
    if (!this.settings.get('localvideos.enabled')) return message('job.local-videos-off');
    const n = await this.localVideos.scan(channel, signal);
    return message('job.scanned-local-videos', { name, n });
  }

  private async scanStored({ input: { channelUuid, name }, signal, progress, say }: Run): Promise<Message> {
    const deletedUuids = await this.tombstones.uuids(signal);
    const vods = await this.storedVods.scan({ channelUuid, deletedUuids, signal, progress, say });
    if (channelUuid !== null) return message('job.scanned-vods', { name, n: vods.found });
    const clips = await this.storedClips.scan({ deletedUuids, signal });
    return message('job.scanned-library', {
      vods: vods.found,
      clips: clips.found,
      back: vods.restored,
      clipsBack: clips.restored,
      repaired: vods.repaired,
    });
  }
}
