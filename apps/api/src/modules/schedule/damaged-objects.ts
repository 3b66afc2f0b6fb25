import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { type DamagedObject, FileCheckRepository } from '../../persistence/repositories/file-check.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Notices } from '../../platform/notices.service.js';

/** Objects that differ from what was stored: one notice for each VOD that has some, and a list on its page. */
@Injectable()
export class DamagedObjects {
  constructor(
    private readonly rows: FileCheckRepository,
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

  private async report({ uuid, channelUuid, basename }: VodEntity): Promise<void> {
    const key = `files-damaged:${uuid}`;
    const [first, ...others] = await this.rows.damaged([uuid]);
    this.notifier.notify('vod', uuid);
    if (!first) {
      await this.notices.resolve(key);
      return;
    }
    const remark = message('job.name-remark', { name: first.name, remark: first.fault });
    await this.notices.raise({
      key,
      kind: 'files-damaged',
      level: 'error',
      vodUuid: uuid,
      channelUuid,
      title: message('notice.files-damaged.title', { name: basename }),
      text: others.length === 0 ? remark : message('verify.and-others', { first: remark, n: others.length }),
    });
  }
}
