import { type Clip, deleteClip, getClip, listClips, type View } from '#libs/contracts';
import { type ApiConfig } from '#libs/config';
import { message } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { presentClip } from '../../views/clip.presenter.js';
import { type ClipEntity } from '../../persistence/entities/clip.entity.js';
import { ClipCheckRepository } from '../../persistence/repositories/clip-check.repository.js';
import { ClipRepository } from '../../persistence/repositories/clip.repository.js';
import { Clips } from './clips.service.js';

@Controller()
export class ClipController {
  constructor(
    private readonly clips: Clips,
    private readonly rows: ClipRepository,
    private readonly checks: ClipCheckRepository,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  @Implements(listClips)
  async list(@ValidatedInput(listClips) { query }: Input<typeof listClips>): Promise<Result<typeof listClips>> {
    const clips = await this.rows.newest({
      channelUuid: query.channel,
      before: query.before === undefined ? undefined : new Date(query.before),
      beforeUuid: query.before_uuid,
      limit: query.limit,
    });
    return { data: clips.map(await this.presenter(clips)) };
  }

  @Implements(getClip)
  async get(@ValidatedInput(getClip) { params }: Input<typeof getClip>): Promise<Result<typeof getClip>> {
    const clip = await this.clips.get(params.uuid);
    const present = await this.presenter([clip]);
    return { data: present(clip) };
  }

  @Implements(deleteClip)
  async remove(@ValidatedInput(deleteClip) { params }: Input<typeof deleteClip>): Promise<Result<typeof deleteClip>> {
    const clip = await this.clips.remove(params.uuid);
    return { message: message('answer.clip-deleted', { name: clip.basename }) };
  }

  private async presenter(clips: readonly ClipEntity[]): Promise<(clip: ClipEntity) => View<typeof Clip>> {
    const damaged = await this.checks.damagedOf(clips.map(({ uuid }) => uuid));
    const { basepath } = this.config.http;
    return (clip) => presentClip(clip, { basepath, damaged: damaged.get(clip.uuid) });
  }
}
