import { expect, it } from '@jest/globals';
import { RecentEdits } from '../../core/recent-edits.repository.js';
import { DoorConfig } from '../../http/door-config.js';
import { type UiBus } from '../../realtime/ports.js';
import { loneScheduler } from '../../testing/lone-scheduler.js';
import { type StoredSetting } from './read-settings.js';
import { type SettingRepository } from './setting.repository.js';
import { type SettingSeals } from './setting-seals.js';
import { Settings } from './settings.service.js';

type Rows = Map<string, StoredSetting>;
const rowsOf = (motd: string): Rows => new Map([['motd', { value: motd, goodValue: motd }]]);

it('what was read later holds, although an earlier reading comes to its end after it', async () => {
  const readings: ((rows: Rows) => void)[] = [];
  const rows = {
    all: () =>
      new Promise<Rows>((resolve) => {
        readings.push(resolve);
      }),
  } as unknown as SettingRepository;
  const seals = { openAll: (all: Rows) => ({ rows: all, errors: [] }) } as unknown as SettingSeals;
  const settings = new Settings(
    rows,
    seals,
    { changed: () => undefined } as unknown as UiBus,
    new RecentEdits(),
    new DoorConfig(),
    loneScheduler(),
  );
  const early = settings.tell();
  const late = settings.tell();
  readings[1]?.(rowsOf('new'));
  await late;
  readings[0]?.(rowsOf('old'));
  await early;
  expect(settings.get('motd')).toBe('new');
});
