import { type EVENTS, type Payload } from '#libs/contracts';
import { words } from '#libs/domain';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { doneNote } from '../../workflows/job-notes.js';
import { Recording } from '../../workflows/recording.js';
import { libraryPlace, SAVED_CHATS, SAVED_VODS } from '../naming/library-place.js';
import { DOWNLOADED_CHAT } from '../naming/shown-files.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { FetchedChats } from './fetched-chats.js';

type Command = DownloadCommand<'chat-download'>;
type Done = Payload<typeof EVENTS.chatDownloaded>;

/**
 * Chats that were fetched from a site: a file of the VOD, as v0 names it, and its chat where it has no other; of a
 * video that is no VOD of ours, a saved file.
 */
@Injectable()
export class ChatFiles {
  private readonly log = new Logger('download');

  constructor(
    private readonly jobs: DownloadJobs,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly fetched: FetchedChats,
    private readonly bell: UiBell,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async done(command: Command, e: Done): Promise<void> {
    if (command.vodUuid === null) await this.save(command);
    else await this.keep(command.vodUuid, command, e);
    // Before the job is over: nobody would come back for them.
    await this.storage.deletePrefix(command.workPrefix);
    await this.jobs.note(e.jobName, { ...doneNote(e), say: words('{{n}} messages', { n: e.messages }) });
  }

  private async save({ outKey }: Command): Promise<void> {
    await this.storage.library?.publish(outKey, { channel: SAVED_VODS, name: outKey.slice(SAVED_CHATS.length) });
  }

  private async keep(vodUuid: string, command: Command, { attempt, key, sizeBytes, messages }: Done): Promise<void> {
    const before = await this.vods.find(vodUuid);
    if (!before) {
      await this.storage.delete([key]);
      return;
    }
    const libraryPath = await this.publish(before, key);
    await this.fetched.play(before, command);
    const vod = await this.recording.change(vodUuid, (row) => {
      row.downloadedChat = { attempt, key, sizeBytes, messages, libraryPath };
      return true;
    });
    if (!vod) return;
    if (before.downloadedChat && before.downloadedChat.key !== key)
      await this.storage.delete([before.downloadedChat.key]);
    this.bell.ring('vod', vodUuid, { actions: ['vod_updated'] });
    this.log.log(`${vod.basename}: its chat of ${messages} messages was fetched`);
  }

  private async publish(vod: VodEntity, key: string): Promise<string | null> {
    const { library } = this.storage;
    if (!library) return null;
    return library.publish(
      key,
      libraryPlace(vod, `${vod.basename}${DOWNLOADED_CHAT}`),
      vod.downloadedChat?.libraryPath ?? undefined,
    );
  }
}
