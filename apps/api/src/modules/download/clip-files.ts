import { type EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { words } from '#libs/domain';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { doneNote } from '../../workflows/job-notes.js';
import { Clips } from '../clip/clips.service.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';

/** What is known of a clip when it is asked for, and needed when it is there. `createdAt` ISO. */
const KeptClip = z.object({
  uuid: z.uuid(),
  channelUuid: z.uuid().nullable(),
  channelName: z.string(),
  folder: z.string(),
  basename: z.string(),
  title: z.string(),
  sourceUrl: z.string(),
  durationMs: z.int(),
  createdAt: z.iso.datetime(),
  siteClip: z.record(z.string(), z.unknown()),
});
export type KeptClip = z.infer<typeof KeptClip>;

/** Clips that were fetched: into the library, with what the site tells of them beside (v0's `.info.json`). */
@Injectable()
export class ClipFiles {
  constructor(
    private readonly jobs: DownloadJobs,
    private readonly clips: Clips,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async done(command: DownloadCommand<'clip-download'>, e: Payload<typeof EVENTS.clipDownloaded>): Promise<void> {
    const kept = KeptClip.parse(command.keep);
    await this.storage.put(
      objectKeys.clipFile(kept.uuid, 'info.json'),
      Buffer.from(JSON.stringify({ ...kept.siteClip, quality: e.quality }, null, 1)),
      { contentType: 'application/json' },
    );
    const { basename } = await this.clips.add({
      ...kept,
      createdAt: new Date(kept.createdAt),
      providerKind: command.providerKind,
      siteId: command.clipId,
      key: command.outKey,
      sizeBytes: e.sizeBytes,
    });
    await this.jobs.note(e.jobName, {
      ...doneNote(e),
      say: words('{{name}}, {{mb}} MB', { name: basename, mb: Math.round(e.sizeBytes / 1e5) / 10 }),
    });
  }

  /** What was fetched of one that is not wanted any more. */
  async drop(command: DownloadCommand<'clip-download'>): Promise<void> {
    const kept = KeptClip.safeParse(command.keep);
    if (!kept.success) return;
    // Fetched once more, and stopped: the clip that is there stays.
    if (await this.clips.has(kept.data.uuid)) await this.storage.delete([command.outKey]);
    else await this.storage.deletePrefix(objectKeys.clip(kept.data.uuid));
  }
}
