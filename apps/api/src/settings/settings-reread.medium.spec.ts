import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { HttpConfig } from '../platform/http-config.js';
import { type UiNotifier } from '../platform/messaging/ui-notifier.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { type StoredSetting } from '../persistence/repositories/setting.repository.js';
import { type SettingRepository } from '../persistence/repositories/setting.repository.js';
import { type SettingSeals } from './setting-seals.js';
import { Settings } from './settings.service.js';

type Rows = Map<string, StoredSetting>;
type Reading = Awaited<ReturnType<SettingRepository['read']>>;
const readingOf = (motd: string): Reading => ({
  version: 0,
  rows: new Map([['motd', { value: motd, goodValue: motd }]]),
});

it('the settings of a later read stay, even if an earlier read ends after it', async () => {
  const readings: ((reading: Reading) => void)[] = [];
  const rows = {
    read: () =>
      new Promise<Reading>((resolve) => {
        readings.push(resolve);
      }),
  } as unknown as SettingRepository;
  const seals = { openAll: (all: Rows) => ({ rows: all, errors: [] }) } as unknown as SettingSeals;
  const settings = new Settings(
    rows,
    seals,
    { notify: () => undefined } as unknown as UiNotifier,
    new HttpConfig(),
    soloScheduler(),
  );
  const early = settings.applySaved();
  const late = settings.applySaved();
  readings[1]?.(readingOf('new'));
  await late;
  readings[0]?.(readingOf('old'));
  await early;
  expect(settings.get('motd')).toBe('new');
});

it('a listener that fails is in the log, and receives the values again after the next read', async () => {
  const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const rows = { read: () => Promise.resolve(readingOf('new')) } as unknown as SettingRepository;
  const seals = { openAll: (all: Rows) => ({ rows: all, errors: [] }) } as unknown as SettingSeals;
  const notifier = { notify: () => undefined } as unknown as UiNotifier;
  const settings = new Settings(rows, seals, notifier, new HttpConfig(), soloScheduler());
  const received: string[] = [];
  settings.onValues(({ motd }) => {
    received.push(motd);
    return received.length === 2 ? Promise.reject(new Error('Postgres restarts')) : undefined;
  });
  await settings.applySaved();
  expect(errors.mock.calls).toEqual([[expect.stringContaining('Postgres restarts')]]);
  await settings.applySaved();
  expect([received, errors.mock.calls.length]).toEqual([['', 'new', 'new'], 1]);
  errors.mockRestore();
});
