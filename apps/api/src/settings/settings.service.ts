import { putSettings, type SettingKey, type SettingValues } from '#libs/contracts';
import { type FieldFault, messageOf } from '#libs/errors';
import { english, type Message } from '#libs/messages';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { editConflict, isStale, logReplaced } from '../platform/edit-conflict.js';
import { HttpConfig } from '../platform/http-config.js';
import { invalidInput } from '../platform/input-faults.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { type Tx } from '../persistence/database/tx.js';
import { editedSettings } from './edited-settings.js';
import { lockedOf } from './locked-settings.js';
import { type Changes, readChanges } from './read-changes.js';
import { type LockedSetting, readSettings, type ReadSettings } from './read-settings.js';
import { settingViewValue } from './setting-view-value.js';
import { SettingRepository } from '../persistence/repositories/setting.repository.js';
import { SettingSeals } from './setting-seals.js';

/**
 * Validates changes against data outside the settings, such as the size of the disk. Returns one fault per key.
 * `undefined` stands for the default.
 */
export type SettingValidator = (
  changes: ReadonlyMap<SettingKey, unknown>,
  now: SettingValues,
) => Promise<readonly FieldFault[]>;

/** Pulses may be lost. This is the longest time until an API sees another API's change. */
const REREAD_INTERVAL_MS = 10_000;

interface HeldSettings extends ReadSettings {
  readonly version: number;
}

/** The settings, held in memory. All APIs have the same values within seconds. */
@Injectable()
export class Settings implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('settings');
  private readonly environment: ReturnType<typeof lockedOf>;
  private current: HeldSettings;
  /** Debug switch that was set temporarily, until the next start. */
  private debug: boolean | null = null;
  /** Number of reads started so far, and number of the read whose values are held. */
  private readsStarted = 0;
  private currentRead = 0;
  private readonly listeners: ((values: SettingValues) => unknown)[] = [];
  private readonly validators: SettingValidator[] = [];
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly rows: SettingRepository,
    private readonly seals: SettingSeals,
    private readonly notifier: UiNotifier,
    config: HttpConfig,
    scheduler: Scheduler,
  ) {
    this.environment = lockedOf(config);
    this.current = { ...readSettings(new Map(), this.environment.given), version: 0 };
    scheduler.every('settings', { intervalMs: REREAD_INTERVAL_MS, where: 'every-instance' }, () => this.reread());
  }

  async onModuleInit(): Promise<void> {
    await this.reread();
    this.stopListening = this.notifier.onChanged((change) => {
      if (change.entity === 'settings') this.rereadSoon();
    });
  }

  onApplicationShutdown(): void {
    this.stopListening?.();
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    return this.current.values[key];
  }
  all(): SettingValues {
    return this.current.values;
  }
  /** Number of edits of the values that {@link all} returns. */
  version(): number {
    return this.current.version;
  }
  /** Saved and default values, without the environment. */
  async saved(): Promise<SettingValues> {
    return readSettings(this.seals.openAll(await this.rows.all()).rows, new Map()).values;
  }
  /** Errors for invalid values in Postgres or the environment. */
  errors(): readonly Message[] {
    return this.current.errors;
  }
  /** Settings that the environment sets. */
  lockedSettings(): ReadonlyMap<SettingKey, LockedSetting> {
    return this.environment.given;
  }
  /** Time zone for dates in names and seasons: the configured one, else the system's. */
  timeZone(): string {
    return this.get('locale.timezone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  /** Calls `listener` now and after each read. An edit waits until its promise settles. */
  onValues(listener: (values: SettingValues) => unknown): void {
    this.listeners.push(listener);
    void this.notify([listener]);
  }

  /** Adds a check that runs before each save. */
  addValidator(validator: SettingValidator): void {
    this.validators.push(validator);
  }

  /**
   * Runs all validators.
   * @param root the caller's name for the object with the changes; '' at the top level
   */
  async validate(changes: ReadonlyMap<SettingKey, unknown>, root: string): Promise<readonly FieldFault[]> {
    const faults = await Promise.all(this.validators.map((validator) => validator(changes, this.current.values)));
    return faults.flat().map(({ path, message }) => ({ path: root === '' ? path : `${root}.${path}`, message }));
  }

  /** Switches debug output on this API until the next start; not stored. */
  setDebug(isOn: boolean): void {
    this.debug = isOn;
    void this.apply(this.current);
  }

  /**
   * Changes the given settings; changes nothing if one of them is invalid.
   * @param version version that the edit is based on; undefined: replaces the present values whatever their version
   * @returns v0 keys without an effect here, each with the reason
   * @throws UserError `invalid-input`, or `edit-conflict` (409) if `version` is not the current one
   */
  async put(
    config: Readonly<Record<string, unknown>>,
    version?: number,
  ): Promise<{ readonly ignored: ReadonlyMap<string, Message> }> {
    const changes = readChanges(config, this.environment.given);
    refuseFaults(changes);
    refuseFaults({ faults: await this.validate(changes.changes, 'config') });
    if (changes.changes.size > 0) {
      const replaced = await this.rows.edit(async (before, tx) => {
        const { values } = await this.read(tx);
        if (isStale(version, before)) throw editConflict(putSettings, stateOf(changes.changes, values, before));
        await this.store(changes.changes, tx);
        return editedSettings(changes.changes, values);
      });
      if (version === undefined) logReplaced('settings', replaced);
      // A saved value overrides the temporary switch.
      if (changes.changes.has('debug')) this.debug = null;
      await this.applySaved();
    }
    return { ignored: changes.ignored };
  }

  /** Saves changes inside a transaction. The caller calls {@link applySaved} after the commit. */
  async write(changes: ReadonlyMap<SettingKey, unknown>, tx: Tx): Promise<void> {
    await this.rows.raiseVersion(tx);
    await this.store(changes, tx);
  }

  private async store(changes: ReadonlyMap<SettingKey, unknown>, tx: Tx): Promise<void> {
    const closed = [...changes].map(
      ([key, value]) => [key, value === undefined ? undefined : this.seals.close(key, value)] as const,
    );
    await this.rows.write(new Map([...this.seals.closeClear(await this.rows.all(tx)), ...closed]), new Date(), tx);
  }

  /** Applies the saved settings on this API and notifies the others. */
  async applySaved(): Promise<void> {
    await this.reread();
    this.notifier.notify('settings', 'settings');
  }

  private async reread(): Promise<void> {
    this.readsStarted += 1;
    const readNumber = this.readsStarted;
    const read = await this.read();
    // A read that started later has newer values.
    if (readNumber < this.currentRead) return;
    this.currentRead = readNumber;
    const known = new Set(this.current.errors.map(english));
    for (const error of read.errors.map(english)) if (!known.has(error)) this.log.warn(error);
    await this.apply(read);
  }

  private async read(tx?: Tx): Promise<HeldSettings> {
    const { version, rows } = await this.rows.read(tx);
    const opened = this.seals.openAll(rows);
    const { values, errors } = readSettings(opened.rows, this.environment.given);
    return { version, values, errors: [...this.environment.errors, ...opened.errors, ...errors] };
  }

  private apply({ version, values, errors }: HeldSettings): Promise<unknown> {
    this.current = { version, errors, values: this.debug === null ? values : { ...values, debug: this.debug } };
    return this.notify(this.listeners);
  }

  /** A listener that fails is called again after the next read. */
  private async notify(listeners: readonly ((values: SettingValues) => unknown)[]): Promise<void> {
    const { values } = this.current;
    const results = await Promise.allSettled(
      listeners.map(async (listener) => {
        await listener(values);
      }),
    );
    for (const result of results)
      if (result.status === 'rejected')
        this.log.error(
          `a change of the settings has not taken effect everywhere yet, the next read retries: ${messageOf(result.reason)}`,
        );
  }

  private rereadSoon(): void {
    this.reread().catch(() => undefined); // database unavailable: the held values stay
  }
}

/** @throws UserError `invalid-input`: with every fault as a field */
export function refuseFaults({ faults }: Pick<Changes, 'faults'>): void {
  if (faults.length > 0) throw invalidInput(faults);
}

const stateOf = (changes: ReadonlyMap<SettingKey, unknown>, values: SettingValues, version: number) => ({
  config: Object.fromEntries([...changes.keys()].map((key) => [key, settingViewValue(key, values)])),
  config_version: version,
});
