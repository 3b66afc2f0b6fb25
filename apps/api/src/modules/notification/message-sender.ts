import { type ApiConfig } from '#libs/config';
import { type NotificationTemplate } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { type Message, message, translate, verbatim } from '#libs/messages';
import { type Notifier, NOTIFIERS, type NotifierPorts, type SendResult } from '#libs/notifiers';
import { fetchText, operatorLookup, refuseForbiddenHost, SiteAddresses } from '#libs/providers';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import {
  type NotificationEvent,
  type NotificationReceiverEntity,
} from '../../persistence/entities/notification.entity.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { Clock } from '../../platform/clock.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Settings } from '../../settings/settings.service.js';
import { messageOf, pathOf } from './notification-texts.js';
import { type Config, Receivers } from './receivers.service.js';
import { VapidKeyStore } from './vapid-keys.js';

const LIMIT_MS = 15_000;
/** Only this much of an answer is read and shown. */
const ANSWER_BYTES = 4_000;
/** Folder of the operator's scripts, in the folder of all data. */
const SCRIPT_DIR = 'hooks';

/** How a try ended; `absent`: the receiver is not set up. */
export interface Sent {
  readonly outcome: SendResult['outcome'] | 'absent';
  readonly answer: Message;
  readonly retryAfterMs?: number;
}
type AnyNotifier = Notifier<'webhook'>;

/** Sends one message to one receiver, once. */
@Injectable()
export class MessageSender {
  private readonly scriptDir: string;
  private readonly services: SiteAddresses;

  constructor(
    private readonly receivers: Receivers,
    private readonly rows: NotificationRepository,
    private readonly settings: Settings,
    private readonly notifier: UiNotifier,
    private readonly vapid: VapidKeyStore,
    private readonly clock: Clock,
    @Inject(CONFIG) { core, sites }: ApiConfig,
  ) {
    this.services = new SiteAddresses(sites.pattern);
    this.scriptDir = join(core.dataDir, SCRIPT_DIR);
  }

  /** Time limit of a try, ms. */
  limitOf({ kind }: NotificationReceiverEntity): number {
    return (kind === 'browser' ? undefined : NOTIFIERS[kind].limitMs) ?? LIMIT_MS;
  }

  /** @param id the same in every try, so that a receiver can recognise a repeated message */
  async send(receiver: NotificationReceiverEntity, id: string, event: NotificationEvent): Promise<Sent> {
    try {
      const template = await this.rows.template(event.category);
      if (receiver.kind === 'browser') return this.show(id, event, template);
      const config = this.receivers.configOf(receiver);
      if (config === null)
        return { outcome: 'absent', answer: this.receivers.faultOf(receiver) ?? message('notification.not-set-up') };
      const { answer, ...result } = await this.deliver(receiver, { id, event, template, config });
      return { ...result, answer: verbatim(answer) };
    } catch (thrown) {
      return { outcome: 'failed', answer: localizedOf(thrown) };
    }
  }

  private async deliver(
    receiver: NotificationReceiverEntity,
    { id, event, template, config }: Delivery,
  ): Promise<SendResult> {
    const { kind } = receiver;
    const host = hostOf(config);
    if (host !== null) await refuseForbiddenHost(host);
    const notifier = NOTIFIERS[kind as keyof typeof NOTIFIERS] as unknown as AnyNotifier;
    const sent = messageOf(id, event, { ...this.context(), template });
    const signal = AbortSignal.timeout(this.limitOf(receiver));
    return notifier.send(sent, config as Parameters<AnyNotifier['send']>[1], { ...this.ports(), signal });
  }

  /** Each open page shows it in its own language, unless a template has replaced the text. */
  private show(id: string, event: NotificationEvent, template: NotificationTemplate | null): Sent {
    const { language, ...context } = this.context();
    const made = messageOf(id, event, { ...context, language, template });
    const isDefault = (text: string, original: Message | null | undefined): boolean =>
      text === (original ? translate(language, original) : '');
    const data = {
      title: isDefault(made.title, event.title) ? event.title : verbatim(made.title),
      body: isDefault(made.text, event.text) ? (event.text ?? '') : verbatim(made.text),
      icon: made.picture,
      url: pathOf(event),
      tts: template?.speech === true,
    };
    this.notifier.notify('notification', id, { data });
    return { outcome: 'sent', answer: message('notification.shown') };
  }

  private context() {
    const { settings } = this;
    return {
      language: settings.get('basic.language'),
      timeZone: settings.timeZone(),
      timeFormat: settings.get('locale.time-format'),
      appUrl: settings.get('app_url'),
    };
  }

  private ports(): NotifierPorts {
    return {
      post: ({ url, headers, body }, signal) =>
        fetchText(
          {
            url,
            body,
            headers: { 'user-agent': 'vodkeep', ...headers },
            timeoutMs: LIMIT_MS,
            firstBytes: ANSWER_BYTES,
          },
          signal,
        ),
      lookup: operatorLookup(),
      serviceUrl: (host, path) => this.services.http(host, path),
      vapid: () => this.vapid.keys(),
      scriptDir: this.scriptDir,
      now: () => this.clock.now(),
    };
  }
}

/** The host of a receiver that the operator has named. */
function hostOf(config: object): string | null {
  if ('host' in config && typeof config.host === 'string') return config.host;
  return 'url' in config && typeof config.url === 'string' ? (URL.parse(config.url)?.hostname ?? null) : null;
}

interface Delivery {
  readonly id: string;
  readonly event: NotificationEvent;
  readonly template: NotificationTemplate | null;
  readonly config: Config;
}
