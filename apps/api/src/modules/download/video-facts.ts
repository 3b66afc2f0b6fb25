import { type EVENTS, type Payload } from '#libs/contracts';
import { words } from '#libs/domain';
import { Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { type Tx } from '../../db/tx.js';
import { doneNote, failedNote } from '../../workflows/job-notes.js';
import { PartRows } from '../../workflows/part-rows.js';
import { Recording } from '../../workflows/recording.js';
import { Sites } from '../../sites/sites.js';
import { type VodDownload } from '../vod/vod-download.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { CopyConversion } from './copy-conversion.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { VideoStory } from './video-story.js';

type Done = Payload<typeof EVENTS.videoDownloaded>;
type Command = DownloadCommand<'download'>;
/** What a recorder, or a round for it, tells of a try that came to nothing. */
type Failure = Parameters<typeof failedNote>[0];

const LIMIT_MS = 15_000;

/** What follows from a recorder's facts about a video. Those of a try that was replaced change nothing. */
@Injectable()
export class VideoFacts {
  private readonly log = new Logger('download');

  constructor(
    private readonly jobs: DownloadJobs,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly partRows: PartRows,
    private readonly copies: CopyConversion,
    private readonly story: VideoStory,
    private readonly sites: Sites,
    private readonly bell: UiBell,
  ) {}

  async started(command: Command): Promise<void> {
    await this.stands(command, { state: 'running', reason: '' });
  }

  /** The VOD and its job at once: one that is seen to have failed can be tried again. */
  async failed(command: Command, failure: Failure): Promise<void> {
    const note = failedNote(failure);
    const now = { state: failure.waiting ? 'queued' : 'failed', reason: failure.reason } as const;
    const isNoted = await this.stands(command, now, (_row, tx) => this.jobs.note(command.jobName, note, tx));
    if (isNoted) this.bell.ring('job', command.jobName);
    else await this.jobs.note(command.jobName, note);
  }

  /** What is stored counts before it is whole, and stays counted when it never will be. */
  async grown({ place, vodUuid, jobName, attempt }: Command, bytes: number): Promise<void> {
    if (place === 'copy') {
      if (await this.vods.noteCopyBytes(vodUuid, bytes, { jobName, attempt })) this.bell.ring('vod', vodUuid);
      return;
    }
    await this.recording.change(vodUuid, (row) => {
      if (row.download?.attempt !== attempt || row.download.state === 'done' || bytes <= row.bytes) return false;
      row.bytes = bytes;
      return true;
    });
  }

  async done(command: Command, e: Done): Promise<void> {
    if (command.place === 'copy') {
      await this.copies.convert(command);
      return;
    }
    await this.partRows.readOne(e.vodUuid, e.partId);
    await this.tellEnd(command);
    const vod = await this.recording.change(
      e.vodUuid,
      (row) => {
        if (row.download?.attempt !== command.attempt) return false;
        row.download = { ...row.download, state: 'done', reason: '' };
        row.endedAt = new Date(
          Math.max(row.endedAt?.getTime() ?? 0, row.startedAt.getTime() + e.mediaMs + e.missingMs),
        );
        return true;
      },
      (_row, tx) =>
        this.jobs.note(
          e.jobName,
          {
            ...doneNote({ warnings: [], at: e.at }),
            leftMs: null,
            say: words('finished: {{s}} s, {{mb}} MB', {
              s: Math.round(e.mediaMs / 1000),
              mb: Math.round(e.bytes / 1e6),
            }),
          },
          tx,
        ),
    );
    if (!vod) return;
    this.bell.ring('job', e.jobName);
    this.log.log(`${vod.basename} is downloaded: ${Math.round(e.mediaMs / 1000)} s`);
  }

  /** @returns whether it was noted: a copy has no state of its own, and what is done stays done */
  private async stands(
    { vodUuid, attempt, place }: Command,
    now: Pick<VodDownload, 'state' | 'reason'>,
    within?: (row: VodEntity, tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    if (place === 'copy') return false;
    const change = (row: VodEntity): boolean => {
      if (row.download?.attempt !== attempt || row.download.state === 'done') return false;
      row.download = { ...row.download, ...now };
      return true;
    };
    return (await this.recording.change(vodUuid, change, within)) !== null;
  }

  /** A broadcast that ran on while it was downloaded has chapters that nobody knew at the beginning. */
  private async tellEnd({ vodUuid, videoId, providerKind, startedAt }: Command): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    const video = await this.sites
      .of(providerKind)
      .past?.video(videoId, AbortSignal.timeout(LIMIT_MS))
      .catch(() => null);
    if (vod && video) await this.story.note(vod, await this.story.of(video, providerKind), startedAt);
  }
}
