import { type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Settings } from '../settings/settings.service.js';
import { SpaceReportService } from './space-report.service.js';

const GB = 1_000_000_000;

/** Free space that even empty storage must be able to give. */
const GOALS = ['cleanup.min_free_gb', 'storage.gate_gb'] as const;

/**
 * Rejects a minimum of free space that even empty storage could not meet: a clean-up would delete everything, and no
 * recording could begin.
 */
@Injectable()
export class MinFreeSpaceRule {
  constructor(
    settings: Settings,
    private readonly space: SpaceReportService,
  ) {
    settings.addValidator((changes, now) => this.faults(changes, now));
  }

  /** A v0 form contains all fields. An unchanged field is not checked, whatever the size of the disk. */
  private async faults(changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): Promise<readonly FieldFault[]> {
    const quota = requested('storage.quota_gb', changes, now);
    const goals = GOALS.map((key) => ({ key, goal: requested(key, changes, now) }));
    const changed = goals.filter(({ key, goal }) => goal !== now[key]);
    if (changed.length > 0) {
      const total = await this.space.total(quota);
      if (total === null) return [];
      return changed
        .filter(({ goal }) => goal * GB >= total)
        .map(({ key }) => ({ path: key, message: message('field.less-than-storage', { n: inGigabytes(total) }) }));
    }
    const largest = Math.max(...goals.map(({ goal }) => goal));
    return quota === now['storage.quota_gb'] || quota === 0 || largest < quota
      ? []
      : [{ path: 'storage.quota_gb', message: message('field.more-than-kept-free', { n: largest }) }];
  }
}

type Space = (typeof GOALS)[number] | 'storage.quota_gb';
const requested = (key: Space, changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): number =>
  changes.has(key) ? ((changes.get(key) as number | undefined) ?? Number(settingOf(key).default)) : now[key];
const inGigabytes = (bytes: number): number => Math.floor(bytes / 1e8) / 10;
