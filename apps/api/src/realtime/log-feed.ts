import { Bus } from '#libs/bus';
import { type LogLine, type LogLineView } from '#libs/contracts';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { redactPaths } from '../platform/redact-paths.js';
import { presentLine } from '../modules/log/log.presenter.js';
import { Settings } from '../settings/settings.service.js';
import { Realtime } from './realtime.service.js';

/** Lines that arrive within this time are sent as one frame. */
const BATCH_INTERVAL_MS = 1_000;
/** A frame with this many lines is sent before the time is over. */
const MAX_BATCH_LINES = 500;

/**
 * Sends log lines to browsers while the operator has this enabled, and always sends errors that end a service (v0's
 * `log` and `alert`).
 */
@Injectable()
export class LogFeed implements OnApplicationBootstrap, OnApplicationShutdown {
  private batch: LogLineView[] = [];
  private timer: NodeJS.Timeout | null = null;
  private stop: () => void = () => undefined;

  constructor(
    private readonly bus: Bus,
    private readonly settings: Settings,
    private readonly realtime: Realtime,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.log.subscribe((line) => {
      if (this.realtime.hasListeners) this.receive(line);
    });
  }

  onApplicationShutdown(): void {
    this.stop();
    if (this.timer) clearTimeout(this.timer);
  }

  private receive(line: LogLine): void {
    if (line.level === 'fatal')
      this.realtime.broadcast({ action: 'alert', data: { text: `${line.service}: ${redactPaths(line.text)}` } });
    if (!this.settings.get('websocket_log')) return;
    this.batch.push(presentLine(line));
    if (this.batch.length >= MAX_BATCH_LINES) this.flush();
    else
      this.timer ??= setTimeout(() => {
        this.flush();
      }, BATCH_INTERVAL_MS).unref();
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const lines = this.batch.splice(0);
    if (lines.length > 0) this.realtime.broadcast({ action: 'log', data: lines, server: true });
  }
}
