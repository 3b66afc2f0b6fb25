import { WsAction, type WsActionName } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { fetchText } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { localizeView } from '../i18n/localize-view.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { Settings } from '../settings/settings.service.js';
import { type ActionView } from './to-ws-action.js';

const TIMEOUT_MS = 10_000;
/** More frames than this wait for no slow script; the newest ones are dropped. */
const MAX_WAITING = 1_000;
/** What v0 does not send to scripts, and what it does not know. */
const PAGES_ONLY: readonly WsActionName[] = [
  'connected',
  'log',
  'notify',
  'alert',
  'dead_letters',
  'settings_updated',
  'notices_updated',
];

/**
 * Sends the frames of the websocket to the address of `webhook_url`, in order and as v0 does: without retry and signature
 * (docs/reference/v0-api.md#websocket). The API that leads sends them, so each is sent once. Receivers of notifications are
 * the way that loses nothing.
 */
@Injectable()
export class EventWebhook {
  private readonly log = new Logger('event-webhook');
  private waiting: string[] = [];
  private isSending = false;

  constructor(
    private readonly settings: Settings,
    private readonly scheduler: Scheduler,
  ) {}

  /** Whether there is an address, and this API sends to it. */
  get isOn(): boolean {
    return this.settings.get('webhook_url') !== '' && this.scheduler.isLeader;
  }

  /** Never waits for the script. */
  push(view: ActionView): void {
    if (!this.isOn || PAGES_ONLY.includes(view.action) || this.waiting.length >= MAX_WAITING) return;
    const language = this.settings.get('basic.language');
    this.waiting.push(JSON.stringify({ server: true, ...(localizeView(language, WsAction, view) as object) }));
    if (!this.isSending) void this.send();
  }

  private async send(): Promise<void> {
    this.isSending = true;
    for (let body = this.waiting.shift(); body !== undefined; body = this.waiting.shift()) {
      const url = this.settings.get('webhook_url');
      if (url === '') break;
      const request = { url, body, headers: { 'content-type': 'application/json', 'user-agent': 'vodkeep' } };
      await fetchText({ ...request, timeoutMs: TIMEOUT_MS, firstBytes: 1 }, AbortSignal.timeout(TIMEOUT_MS)).catch(
        (thrown: unknown) => {
          this.log.warn(messageOf(thrown));
        },
      );
    }
    this.waiting = [];
    this.isSending = false;
  }
}
