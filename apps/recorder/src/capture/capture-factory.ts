import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type Assignment } from '#libs/contracts';
import { BufferPool, systemClock } from '#libs/media';
import { Providers } from '#libs/providers';
import { Log, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { pictureFetch } from '../chat/fetch-picture.js';
import { EventOutbox } from '../core/event-outbox.js';
import { IDENTITY, TIMES, type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';
import { type LeaseHolder } from '../slots/lease-holder.js';
import { Spool } from '../store/spool.js';
import { Capture, type CapturePorts } from './capture.js';
import { SourceOpener } from './source-opener.js';

/** Creates captures. All captures share the memory pool, the spool and the connections of the process. */
@Injectable()
export class CaptureFactory {
  private readonly ports: CapturePorts;

  constructor(
    bus: Bus,
    outbox: EventOutbox,
    spool: Spool,
    sources: SourceOpener,
    providers: Providers,
    log: Log,
    @Inject(STORAGE) storage: Storage,
    @Inject(IDENTITY) identity: RecorderIdentity,
    @Inject(TIMES) times: RecorderTimes,
  ) {
    const wall = (): number => Date.now();
    const chat = {
      storage,
      spool,
      times,
      wall,
      fetchPicture: pictureFetch(providers.fetch),
      log: log.child('chat'),
      now: () => performance.now(),
      chatOf: (kind: string) => sources.chatOf(kind),
    };
    this.ports = {
      bus,
      outbox,
      spool,
      sources,
      storage,
      identity,
      times,
      log: log.child('capture'),
      pool: new BufferPool(),
      clock: systemClock,
      wall,
      chat,
    };
  }

  make(assignment: Assignment, lease: LeaseHolder): Capture {
    return new Capture(assignment, lease, this.ports);
  }
}
