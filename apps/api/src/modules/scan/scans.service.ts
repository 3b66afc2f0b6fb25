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
 * `channelUuid` null: the whole library. `what`: recordings and clips that were lost or moved (`stored`), or videos
 * that somebody else added (`local`).
 */
const SCAN = defineApiJob(
  'scan',
  z.strictObject({ what: z.enum(['stored', 'local']), channelUuid: z.uuid().nullable(), name: z.string() }),
);
type Run = ApiJobRun<z.infer<typeof SCAN.schema>>;

/**
 * Compares the library with storage. Restores VODs that are missing in Postgres from their manifests, and repairs the
 * existing ones.
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
  all(): Promise<string> {
    return this.apiJobs.add(SCAN, {
      name: 'scan_all',
      title: message('job.title.whole-library'),
      input: { what: 'stored', channelUuid: null, name: '' },
    });
  }

  /** @throws UserError `channel-capturing` (400, like v0), `job-running` (409) */
  async channel({ uuid, displayName, internalName }: ChannelEntity): Promise<string> {
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

  /** @throws UserError `job-running` (409) */
  local({ uuid, displayName, internalName }: ChannelEntity): Promise<string> {
    return this.apiJobs.add(SCAN, {
      name: `scan_local_${internalName}`,
      title: verbatim(displayName),
      channelUuid: uuid,
      input: { what: 'local', channelUuid: uuid, name: displayName },
    });
  }

  private run(run: Run): Promise<Message> {
    return run.input.what === 'local' ? this.runLocal(run) : this.scanVods(run);
  }

  private async runLocal({ input: { channelUuid, name }, signal }: Run): Promise<Message> {
    const channel = channelUuid === null ? null : await this.channels.find(channelUuid);
    if (!channel) throw CHANNEL_MISSING();
    if (!this.settings.get('localvideos.enabled')) return message('job.local-videos-off');
    const n = await this.localVideos.scan(channel, signal);
    return message('job.scanned-local-videos', { name, n });
  }

  private async scanVods({ input: { channelUuid, name }, signal, progress, say }: Run): Promise<Message> {
    const buried = await this.tombstones.uuids(signal);
    const vods = await this.storedVods.scan({
      channelUuid,
      buried,
      signal,
      progress,
      say,
    });
    if (channelUuid !== null) return message('job.scanned-vods', { name, n: vods.found });
    const clips = await this.storedClips.scan({ buried, signal });
    return message('job.scanned-library', {
      vods: vods.found,
      clips: clips.found,
      back: vods.restored,
      clipsBack: clips.restored,
      repaired: vods.repaired,
    });
  }
}
