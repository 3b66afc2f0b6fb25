import { getSettings, putSettings } from '#libs/contracts';
import { Controller, Req } from '@nestjs/common';
import { type Request } from 'express';
import { Checked, type Input } from '../../http/checked.js';
import { DoorConfig } from '../../http/door-config.js';
import { isHttps } from '../../http/is-https.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { type Caller, Who } from '../auth/caller.js';
import { SettingsExtras } from './settings-extras.js';
import { settingsView } from './settings-view.js';
import { Settings } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: Settings, private readonly extras: SettingsExtras, private readonly config: DoorConfig) {}

  @Implements(getSettings)
  async get(@Checked(getSettings) _: Input<typeof getSettings>, @Who() caller: Caller, @Req() req: Request): Promise<Result<typeof getSettings>> {
    const isGuest = caller.level !== 'admin';
    const [channels, errors] = isGuest ? [[], []] : await Promise.all([this.extras.channels(), this.extras.errors()]);
    const socketOrigin = `${isHttps(req) ? 'wss' : 'ws'}://${req.host}${this.config.basepath}`;
    return { data: settingsView({ values: this.settings.all(), isGuest, version: this.config.version, channels, errors: [...this.settings.errors(), ...errors], socketOrigin }) };
  }

  @Implements(putSettings)
  async put(@Checked(putSettings) { body }: Input<typeof putSettings>): Promise<Result<typeof putSettings>> {
    await this.settings.put(body.config);
    return { message: 'Settings saved' };
  }
}
