import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import {
  type CheckedClip,
  type ClipCheck,
  ClipCheckRepository,
} from '../../persistence/repositories/clip-check.repository.js';
import { type DamagedObject, FileCheckRepository } from '../../persistence/repositories/file-check.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type NewNotice, Notices } from '../../platform/notices.service.js';

const KIND = 'files-damaged';

/** Objects that are not as they were stored: one notice for each VOD or clip while it has some, and a list on the page. */
@Injectable()
export class DamagedObjects {
  constructor(
    private readonly rows: FileCheckRepository,
    private readonly clips: ClipCheckRepository,
    private readonly vods: VodRepository,
    private readonly notices: Notices,
    private readonly notifier: UiNotifier,
  ) {}

  all(): Promise<DamagedObject[]> {
    return this.rows.damaged();
  }

  /** @param fault null: it is as it was stored, or belongs to nothing any more */
  async save({ key, vodUuid, name }: Omit<DamagedObject, 'fault'>, fault: Message | null): Promise<void> {
    if (fault) await this.rows.saveDamaged({ key, vodUuid, name, fault });
    else if (!(await this.rows.forgetDamaged(key))) return;
    const vod = await this.vods.find(vodUuid);
    if (vod) await this.report(vod);
  }

  damagedClips(): Promise<ClipCheck[]> {
    return this.clips.withDamage();
  }

  async saveClip({ clip, damaged }: ClipCheck, found: CheckedClip): Promise<void> {
    const { uuid, channelUuid, basename } = clip;
    if (!(await this.clips.save(uuid, found))) return;
    if (damaged.length === 0 && found.damaged.length === 0) return;
    if (channelUuid !== null) this.notifier.notify('channel', channelUuid);
    await this.tell(uuid, found.damaged, { basename, channelUuid: channelUuid ?? undefined });
  }

  /** Ends the notices of VODs and clips that were deleted. */
  async endNoticesOfDeleted(): Promise<void> {
    const [objects, clips] = await Promise.all([this.all(), this.damagedClips()]);
    const open = new Set([...objects.map(({ vodUuid }) => vodUuid), ...clips.map(({ clip }) => clip.uuid)].map(keyOf));
    for (const key of await this.notices.openKeys(KIND)) if (!open.has(key)) await this.notices.resolve(key);
  }

  private async report({ uuid, channelUuid, basename }: VodEntity): Promise<void> {
    this.notifier.notify('vod', uuid);
    await this.tell(uuid, await this.rows.damaged([uuid]), { basename, channelUuid, vodUuid: uuid });
  }

  private async tell(
    uuid: string,
    [first, ...others]: readonly Pick<DamagedObject, 'name' | 'fault'>[],
    { basename, ...about }: Pick<NewNotice, 'channelUuid' | 'vodUuid'> & { readonly basename: string },
  ): Promise<void> {
    const key = keyOf(uuid);
    if (!first) {
      await this.notices.resolve(key);
      return;
    }
    const remark = message('job.name-remark', { name: first.name, remark: first.fault });
    await this.notices.raise({
      ...about,
      key,
      kind: KIND,
      level: 'error',
      title: message('notice.files-damaged.title', { name: basename }),
      text: others.length === 0 ? remark : message('verify.and-others', { first: remark, n: others.length }),
    });
  }
}

const keyOf = (uuid: string): string => `${KIND}:${uuid}`;
