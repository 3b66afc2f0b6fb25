import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { ulid } from 'ulid';
import { Bus } from '#libs/bus';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { Keyring, type Kit, Log, workerJobRunner } from '#libs/service-kit';
import { CaptureFactory } from './capture/capture-factory.js';
import { SourceOpener } from './capture/source-opener.js';
import { SourceSecrets } from './capture/source-secrets.js';
import { ChatRecovery } from './chat/chat-recovery.js';
import { EventOutbox } from './core/event-outbox.js';
import { DEFAULT_TIMES, IDENTITY, TIMES, type RecorderIdentity } from './core/tokens.js';
import { ChatDownloadHandler } from './download/chat-download.handler.js';
import { ChatDumpHandler } from './download/chat-dump.handler.js';
import { ClipDownloadHandler } from './download/clip-download.handler.js';
import { VideoDownloadHandler } from './download/video-download.handler.js';
import { DrainHandover } from './slots/drain-handover.js';
import { LeaseTaker } from './slots/lease-taker.js';
import { RecorderDeaths } from './slots/recorder-deaths.js';
import { Slots } from './slots/slots.service.js';
import { spoolFolderOf } from './store/abandoned-spools.js';
import { Spool } from './store/spool.js';

/** Purpose under which the API seals the credentials of a source. */
const SOURCE_PURPOSE = 'source';
const SPOOL_AGE_MS = 3_600_000;
const MB = 1024 * 1024;

@Module({})
export class RecorderModule {
  static of({ config: { core, recorder, secrets, sites } }: Kit<'recorder'>): DynamicModule {
    const identity: RecorderIdentity = {
      name: recorder.name,
      node: core.node,
      pid: process.pid,
      process: ulid(),
      ...(recorder.isolated === null ? {} : { isolated: recorder.isolated }),
      slots: recorder.slots,
    };
    const spool = new Spool({
      dir: join(recorder.spoolDir, spoolFolderOf(recorder.name)),
      maxBytes: recorder.spoolMaxMb * MB,
      maxAgeMs: SPOOL_AGE_MS,
      now: () => performance.now(),
    });
    return {
      module: RecorderModule,
      controllers:
        recorder.isolated === null
          ? [ChatDownloadHandler, ChatDumpHandler, ClipDownloadHandler, VideoDownloadHandler]
          : [],
      providers: [
        { provide: IDENTITY, useValue: identity },
        { provide: TIMES, useValue: DEFAULT_TIMES },
        workerJobRunner(identity),
        { provide: Spool, useValue: spool },
        {
          provide: SourceSecrets,
          useValue: new SourceSecrets(
            secrets.keyring === null ? null : Keyring.parse(secrets.keyring).purpose(SOURCE_PURPOSE),
          ),
        },
        {
          provide: Providers,
          useValue: new Providers({ sites: new SiteAddresses(sites.pattern), account: () => NO_ACCOUNT }),
        },
        {
          provide: EventOutbox,
          useFactory: (bus: Bus, log: Log) => new EventOutbox(bus, log.child('events')),
          inject: [Bus, Log],
        },
        { provide: ChatRecovery, useFactory: (log: Log) => new ChatRecovery(spool, log.child('chat')), inject: [Log] },
        SourceOpener,
        CaptureFactory,
        LeaseTaker,
        deathsProvider(identity, join(recorder.spoolDir, `${spoolFolderOf(recorder.name)}.leases`)),
        DrainHandover,
        Slots,
      ],
    };
  }
}

const deathsProvider = (identity: RecorderIdentity, file: string) => ({
  provide: RecorderDeaths,
  useFactory: (bus: Bus, outbox: EventOutbox) =>
    new RecorderDeaths({ bus, outbox, identity, file, times: DEFAULT_TIMES }),
  inject: [Bus, EventOutbox],
});
