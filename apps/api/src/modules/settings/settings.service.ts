import { type SettingKey, type SettingValues } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { faultsText } from '../../http/input-faults.js';
import { UiBus } from '../../realtime/ports.js';
import { readChanges, readSettings } from './read-settings.js';
import { SettingRepository } from './setting.repository.js';

/** A pulse may be lost (architecture D2): what another api changed is seen after this at the latest. */
const REREAD_MS = 10_000;

/** The settings, in memory, the same on every api within seconds. */
@Injectable()
export class Settings implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('settings');
  private held = readSettings(new Map());
  private timer: NodeJS.Timeout | null = null;
  private stopListening: (() => void) | null = null;
  constructor(private readonly rows: SettingRepository, private readonly ui: UiBus) {}

  async onModuleInit(): Promise<void> {
    await this.reread();
    this.stopListening = this.ui.onChanged((change) => { if (change.entity === 'settings') this.rereadSoon(); });
    this.timer = setInterval(() => { this.rereadSoon(); }, REREAD_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
    this.stopListening?.();
  }

  get<K extends SettingKey>(key: K): SettingValues[K] { return this.held.values[key]; }
  all(): SettingValues { return this.held.values; }
  /** Stored values that are not valid any more, in words. */
  errors(): readonly string[] { return this.held.errors; }

  /** Changes what is given and nothing else; nothing at all when one of them is wrong. @throws UserError `invalid-input` */
  async put(config: Readonly<Record<string, unknown>>): Promise<void> {
    const { changes, faults } = readChanges(config);
    if (faults.length > 0) throw new UserError('invalid-input', faultsText(faults), { fields: faults });
    if (changes.size === 0) return;
    await this.rows.write(changes, new Date());
    await this.reread();
    this.ui.changed({ entity: 'settings', id: 'settings', version: Date.now() });
  }

  private async reread(): Promise<void> {
    const read = readSettings(await this.rows.all());
    for (const error of read.errors) if (!this.held.errors.includes(error)) this.log.warn(error);
    this.held = read;
  }

  private rereadSoon(): void {
    this.reread().catch(() => undefined); // database away: what is held goes on
  }
}
