import { getSettings, isYes, putSettings, reachHere, setDebug, validateUrl } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller, Req } from '@nestjs/common';
import { type Request } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { HttpConfig } from '../../platform/http-config.js';
import { isHttps } from '../../http/is-https.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { type Caller, Who } from '../auth/caller.js';
import { AppUrlCheck } from './app-url-check.js';
import { SettingsExtras } from './settings-extras.js';
import { settingsView } from './settings-view.js';
import { Settings } from '../../settings/settings.service.js';

@Controller()
export class SettingsController {
  constructor(
    private readonly settings: Settings,
    private readonly extras: SettingsExtras,
    private readonly config: HttpConfig,
    private readonly appUrl: AppUrlCheck,
  ) {}

  @Implements(getSettings)
  async get(
    @ValidatedInput(getSettings) { query }: Input<typeof getSettings>,
    @Who() caller: Caller,
    @Req() req: Request,
  ): Promise<Result<typeof getSettings>> {
    const isGuest = caller.level !== 'admin';
    const extras = await this.extras.gather({ isGuest, withChannels: query.channels !== '0' });
    const { version, git, basepath } = this.config;
    const socketOrigin = `${isHttps(req) ? 'wss' : 'ws'}://${req.host}${basepath}`;
    return {
      data: settingsView({
        values: this.settings.all(),
        configVersion: this.settings.version(),
        given: this.settings.lockedSettings(),
        isGuest,
        version,
        git,
        extras: {
          ...extras,
          problems: [...this.settings.errors().map((text) => ({ kind: 'setting' as const, text })), ...extras.problems],
        },
        socketOrigin,
      }),
    };
  }

  @Implements(putSettings)
  async put(@ValidatedInput(putSettings) { body }: Input<typeof putSettings>): Promise<Result<typeof putSettings>> {
    if (!body.config)
      throw new UserError(message('error.invalid-input.no-config'), {
        fields: [{ path: 'config', message: message('field.required') }],
      });
    const { ignored } = await this.settings.put(body.config, body.version);
    const keys = [...ignored].map(([key, why]) => message('setting.without-effect', { key, why }));
    return {
      message:
        keys.length === 0
          ? message('answer.settings-saved')
          : message('answer.settings-saved.without-effect', { keys }),
    };
  }

  @Implements(validateUrl)
  async validate(
    @ValidatedInput(validateUrl) { body }: Input<typeof validateUrl>,
  ): Promise<Result<typeof validateUrl>> {
    const fault = await this.appUrl.fault(body?.url ?? this.settings.get('app_url'));
    return fault === null
      ? { status: 'OK', message: message('answer.external-url-valid') }
      : { status: 'ERROR', message: message('answer.external-url-invalid', { fault }) };
  }

  @Implements(reachHere)
  reach(@ValidatedInput(reachHere) { params }: Input<typeof reachHere>): Result<typeof reachHere> {
    return { proof: this.appUrl.proof(params.nonce) };
  }

  @Implements(setDebug)
  debug(@ValidatedInput(setDebug) { query }: Input<typeof setDebug>): Result<typeof setDebug> {
    if (query.enable === undefined)
      throw new UserError(message('error.invalid-input.no-enable'), {
        fields: [{ path: 'enable', message: message('field.required') }],
      });
    const isOn = isYes(query.enable);
    this.settings.setDebug(isOn);
    return { message: message('answer.debug-mode-set', { value: String(isOn) }) };
  }
}
