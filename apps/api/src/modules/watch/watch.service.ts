import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { MediaSigner } from '../../http/media-signer.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { PartReader } from '../../vods/part-reader.js';
import { VodPlaylist } from './vod-playlist.js';
import { LivePlaylist } from './live-playlist.js';
import { type ServedPlaylist } from './served-playlist.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

/** A playlist without requests for this time is removed from memory; a day of 2 s segments takes about 15 MB. */
const IDLE_MS = 120_000;

/** Serves the playlists of growing and finished VODs. All viewers of a VOD share one playlist in memory. */
@Injectable()
export class WatchService {
  private readonly watched = new Map<string, ServedPlaylist>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly views: ViewLoader,
    private readonly parts: PartReader,
    private readonly signer: MediaSigner,
    scheduler: Scheduler,
  ) {
    scheduler.every('playlist-cache', { intervalMs: IDLE_MS / 4, where: 'every-instance' }, () => {
      this.release();
    });
  }

  /**
   * @throws UserError `vod-missing` (404), `segments-gone` (410, with the file's address), `nothing-stored` (404)
   */
  async playlist(uuid: string, delta: boolean): Promise<{ text: string; ended: boolean }> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    if (vod.segmentsGone) throw await this.segmentsGoneError(uuid);
    const ended = !vod.assigned && vod.state !== 'capturing';
    const text = await this.playlistOf(vod, ended).render(delta);
    if (text === null)
      throw new UserError(message('error.nothing-stored'), {
        status: 404,
      });
    return { text, ended };
  }

  private playlistOf(vod: VodEntity, ended: boolean): ServedPlaylist {
    const { sig, exp } = this.signer.sign(vod.uuid, Date.now());
    const query = `?exp=${exp}&sig=${sig}`;
    const stamp = `${query} ${ended ? `sealed ${vod.convertAttempt ?? ''} ${vod.mediaMs}` : 'growing'}`;
    const known = this.watched.get(vod.uuid);
    if (known?.stamp === stamp) return known;
    const fresh = ended
      ? new VodPlaylist({ parts: this.parts, vodUuid: vod.uuid, stamp, query })
      : new LivePlaylist({ storage: this.storage, vodUuid: vod.uuid, stamp, query });
    this.watched.set(vod.uuid, fresh);
    return fresh;
  }

  private async segmentsGoneError(uuid: string): Promise<UserError> {
    const url = (await this.views.vod(uuid))?.files[0]?.url ?? '';
    const reply =
      url === '' ? message('error.segments-gone.file-too') : message('error.segments-gone.file-stays', { url });
    return new UserError(reply, { status: 410, data: { url } });
  }

  private release(): void {
    for (const [uuid, vod] of this.watched) if (Date.now() - vod.usedAt > IDLE_MS) this.watched.delete(uuid);
  }
}
