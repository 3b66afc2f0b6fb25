import { type View, type Vod } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { PartReader } from '../../vods/part-reader.js';
import { masterText, VIDEO } from './master-text.js';
import { VodPlaylist } from './vod-playlist.js';
import { LivePlaylist } from './live-playlist.js';
import { IDLE_MS, PlaylistCache } from './playlist-cache.js';
import { type ServedPlaylist } from './served-playlist.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

/** Serves the playlists of growing and finished VODs. All viewers of a VOD share one playlist in memory. */
@Injectable()
export class WatchService {
  private readonly watched = new PlaylistCache();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly views: ViewLoader,
    private readonly parts: PartReader,
    scheduler: Scheduler,
  ) {
    scheduler.every('playlist-cache', { intervalMs: IDLE_MS / 4, where: 'every-instance' }, () => {
      this.watched.release();
    });
  }

  /**
   * @param name of a playlist of the master: {@link VIDEO} or the id of audio. Null: the playlist of the VOD, which is
   *   a master if the audio has playlists of its own
   * @throws UserError `vod-missing` (404), `segments-gone` (410, with the file's address), `nothing-stored` (404)
   */
  async playlist(uuid: string, delta: boolean, name: string | null = null): Promise<{ text: string; ended: boolean }> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    if (vod.segmentsGone) throw await this.segmentsGoneError(uuid);
    const ended = !vod.assigned && vod.state !== 'capturing';
    const text = await this.text(vod, { ended, delta, name });
    if (text === null)
      throw new UserError(message('error.nothing-stored'), {
        status: 404,
      });
    return { text, ended };
  }

  private async text(
    vod: VodEntity,
    { ended, delta, name }: { readonly ended: boolean; readonly delta: boolean; readonly name: string | null },
  ): Promise<string | null> {
    const served = this.playlistOf(vod, ended);
    const text = await served.render(delta);
    this.watched.release();
    const { audio, bandwidth } = served;
    if (text === null || (name === null && audio.length === 0)) return text;
    if (name === null) return masterText(audio, bandwidth);
    if (name === VIDEO) return audio.length > 0 ? text : null;
    return audio.some(({ id }) => id === name) ? served.renderAudio(name, delta) : null;
  }

  private playlistOf(vod: VodEntity, ended: boolean): ServedPlaylist {
    const stamp = ended ? `sealed ${vod.convertAttempt ?? ''} ${vod.mediaMs}` : 'growing';
    const known = this.watched.find(vod.uuid, stamp);
    if (known) return known;
    const fresh = ended
      ? new VodPlaylist({ parts: this.parts, vodUuid: vod.uuid, stamp })
      : new LivePlaylist({ storage: this.storage, vodUuid: vod.uuid, stamp });
    this.watched.hold(vod.uuid, fresh);
    return fresh;
  }

  /**
   * The playlist of the VOD, or its files if the segments are deleted.
   * @throws as {@link playlist}; `segments-gone` (410) only if the files are deleted too
   */
  async playlistOrFiles(uuid: string): Promise<{ readonly vod: View<typeof Vod>; readonly isFiles: boolean }> {
    const vod = await this.views.vod(uuid);
    if (!vod) throw VOD_MISSING();
    if (vod.playlist_url !== null) {
      await this.playlist(uuid, true);
      return { vod, isFiles: false };
    }
    if (vod.files.length === 0) throw await this.segmentsGoneError(uuid);
    return { vod, isFiles: true };
  }

  private async segmentsGoneError(uuid: string): Promise<UserError> {
    const url = (await this.views.vod(uuid))?.files[0]?.url ?? '';
    const reply =
      url === '' ? message('error.segments-gone.file-too') : message('error.segments-gone.file-stays', { url });
    return new UserError(reply, { status: 410, data: { url } });
  }
}
