import { type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../settings/settings.service.js';
import { SpaceService } from './space.service.js';

const GB = 1_000_000_000;

/** Refuses a request for free space that could not be met if storage were empty: a clean-up would want everything for it. */
@Injectable()
export class MinFreeSpaceRule {
  constructor(
    settings: Settings,
    private readonly space: SpaceService,
  ) {
    settings.judgedBy((changes, now) => this.faults(changes, now));
  }

  /** A form of v0 sends every field: what it does not change is no request, on whatever disk. */
  private async faults(changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): Promise<readonly FieldFault[]> {
    const goal = requested('cleanup.min_free_gb', changes, now);
    const quota = requested('storage.quota_gb', changes, now);
    if (goal !== now['cleanup.min_free_gb']) {
      const total = await this.space.total(quota);
      if (total === null || goal * GB < total) return [];
      return [{ path: 'cleanup.min_free_gb', message: message('field.less-than-storage', { n: inGigabytes(total) }) }];
    }
    return quota === now['storage.quota_gb'] || quota === 0 || goal < quota
      ? []
      : [{ path: 'storage.quota_gb', message: message('field.more-than-kept-free', { n: goal }) }];
  }
}

type Space = 'cleanup.min_free_gb' | 'storage.quota_gb';
const requested = (key: Space, changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): number =>
  changes.has(key) ? ((changes.get(key) as number | undefined) ?? Number(settingOf(key).default)) : now[key];
const inGigabytes = (bytes: number): number => Math.floor(bytes / 1e8) / 10;
