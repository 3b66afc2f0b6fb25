import 'reflect-metadata';
import { type chatDumpJob } from '#libs/contracts';
import { type JobCommand } from '#libs/service-kit';
import { ChatRecovery } from '../src/chat/chat-recovery.js';
import { DEFAULT_TIMES } from '../src/core/tokens.js';
import { ChatDumpHandler } from '../src/download/chat-dump.handler.js';
import { SpoolRecovery } from '../src/store/spool-recovery.js';
import { Spool } from '../src/store/spool.js';
import { endDelivery, openDelivery } from './delivery-process.fixture.js';

/**
 * Program: one delivery of a chat dump. Like a recorder that starts, it first stores what an earlier process left in the
 * spool, whose folder is the option.
 */
const delivery = await openDelivery();
const { command, delivered, storage, providers, runner, bus, identity, log } = delivery;
const spool = new Spool({ dir: delivery.option, maxBytes: 1e8, maxAgeMs: 1e9, now: () => 0 });
await new ChatRecovery(spool, log).run();
await new SpoolRecovery({ spool, storage, bus, log, recorder: identity.name, wall: () => Date.now() }).run(
  delivered.signal,
);
const handler = new ChatDumpHandler(
  runner,
  { chatOf: (kind) => providers.of(kind).chat },
  storage,
  spool,
  { ...DEFAULT_TIMES, dumpChunkMs: 5000, snapshotMs: 100 },
  log,
);
await handler.run(command as JobCommand<typeof chatDumpJob>, delivered);
await endDelivery(delivery);
