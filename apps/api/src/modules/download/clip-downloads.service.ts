import { objectKeys } from '#libs/contracts';
import { clipPlace, pathOfTemplate, words } from '#libs/domain';
import { UserError } from '#libs/errors';
import { type PastClip } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { Transactions } from '../../db/tx.js';
import { Sites } from '../../sites/sites.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { Clips } from '../clip/clips.service.js';
import { Settings } from '../settings/settings.service.js';
import { pastOf } from '../site-vod/past-of.js';
import { type KeptClip } from './clip-files.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { DownloadRounds } from './download-rounds.js';
import { presentSiteClip } from './site-clip.presenter.js';

type Command = DownloadCommand<'clip-download'>;
interface ClipAsk {
  readonly providerKind: string;
  readonly id: string;
  readonly quality: string;
  readonly withChat: boolean;
}

const LIMIT_MS = 20_000;

/** Has clips fetched into the library. */
@Injectable()
export class ClipDownloads {
  constructor(
    private readonly transactions: Transactions,
    private readonly sites: Sites,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly jobs: DownloadJobs,
    private readonly rounds: DownloadRounds,
    private readonly clips: Clips,
  ) {}

  /** @returns the job's name, and where the clip will be @throws UserError `clip-missing` (404), `clip-known`, `job-running` (409) */
  async begin(ask: ClipAsk): Promise<{ readonly job: string; readonly place: string }> {
    const past = pastOf(this.sites, ask.providerKind);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const clip = await past.clip(ask.id, signal);
    if (!clip) throw new UserError('clip-missing', 'Clip not found', { status: 404 });
    const video =
      ask.withChat && clip.videoId !== null && clip.vodOffsetMs !== null
        ? await past.video(clip.videoId, signal)
        : null;
    const keep = await this.keptOf(clip, ask);
    const attempt = ulid();
    const command: Command = {
      jobName: `download_clip_${clip.id}`,
      attempt,
      providerKind: ask.providerKind,
      clipId: clip.id,
      quality: ask.quality,
      outKey: objectKeys.clipFile(keep.uuid, `${attempt}.mp4`),
      chat: video && chatOf(clip, video, keep.uuid),
      keep: { ...keep },
    };
    await this.add(command, keep.channelUuid, true);
    return { job: command.jobName, place: `saved_clips/${keep.folder}/${keep.basename}` };
  }

  async again(command: Command): Promise<void> {
    const attempt = ulid();
    const keep = command.keep as unknown as KeptClip;
    await this.add({ ...command, attempt, outKey: objectKeys.clipFile(keep.uuid, `${attempt}.mp4`) }, keep.channelUuid);
  }

  private async keptOf(clip: PastClip, { providerKind, quality }: ClipAsk): Promise<KeptClip> {
    const channel = await this.channels.bySource(providerKind, clip.broadcaster.id);
    const login =
      channel?.internalName ??
      (clip.broadcaster.login === '' ? clip.broadcaster.displayName.toLowerCase() : clip.broadcaster.login);
    const { name, folder } = clipPlace(this.settings.get('filename_clip'), {
      id: clip.id,
      quality,
      createdAt: clip.createdAt,
      title: clip.title,
      creator: clip.creator.displayName,
      broadcaster: clip.broadcaster.displayName,
    });
    return {
      uuid: randomUUID(),
      channelUuid: channel?.uuid ?? null,
      channelName: login,
      folder: ['downloader', ...pathOfTemplate('{login}', { login }), folder].filter((part) => part !== '').join('/'),
      basename: `${name}.mp4`,
      title: clip.title,
      sourceUrl: clip.url,
      durationMs: clip.durationMs,
      createdAt: clip.createdAt.toISOString(),
      siteClip: presentSiteClip(clip),
    };
  }

  private async add(command: Command, channelUuid: string | null, isNew = false): Promise<void> {
    const { title } = command.keep as unknown as KeptClip;
    await this.transactions.run(async (tx) => {
      await this.jobs.addIn(
        { kind: 'clip-download', title: words('Clip {{name}}', { name: title }), command, vodUuid: null, channelUuid },
        tx,
      );
      // Behind the row of the job: whoever fetched it meanwhile has let go of that.
      if (isNew && (await this.clips.isHere(command.providerKind, command.clipId, tx)))
        throw new UserError('clip-known', 'Clip already downloaded', { status: 409 });
    });
    this.rounds.added(command.jobName);
  }
}

function chatOf(
  clip: PastClip,
  video: { readonly id: string; readonly createdAt: Date; readonly title: string },
  uuid: string,
): NonNullable<Command['chat']> {
  const fromMs = clip.vodOffsetMs ?? 0;
  const { id, login, displayName } = clip.broadcaster;
  return {
    key: objectKeys.clipFile(uuid, 'chat.json'),
    videoId: video.id,
    startedAt: video.createdAt.getTime(),
    fromMs,
    toMs: fromMs + clip.durationMs,
    streamer: { id, login, name: displayName },
    title: clip.title,
  };
}
