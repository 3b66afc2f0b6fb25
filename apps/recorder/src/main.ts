import { chatDownloadJob, chatDumpJob, clipDownloadJob, videoDownloadJob } from '#libs/contracts';
import { message } from '#libs/messages';
import { claimJob, startService } from '#libs/service-kit';
import { RecorderModule } from './recorder.module.js';
import { ChatRecovery } from './chat/chat-recovery.js';
import { Slots } from './slots/slots.service.js';
import { AbandonedSpools, CHECK_SPOOLS_MS } from './store/abandoned-spools.js';
import { SpoolRecovery } from './store/spool-recovery.js';
import { Spool } from './store/spool.js';

/** Upper limit. The setting `downloads.concurrent` decides how many run, and the API sends no more than that. */
const DOWNLOADS_AT_ONCE = 32;
/**
 * The API sends dumps without waiting, and a dump does not end by itself. Dumps have their own queue, so that they do
 * not block downloads.
 */
const DUMPS_AT_ONCE = 32;

await startService({
  name: 'recorder',
  module: (kit) => RecorderModule.of(kit),
  claims: ({ config }) => ({
    // An isolated recorder may die soon, so it takes no jobs.
    commands:
      config.recorder.isolated === null
        ? [
            ...[videoDownloadJob, chatDownloadJob, clipDownloadJob].map((def) => claimJob(def, DOWNLOADS_AT_ONCE)),
            claimJob(chatDumpJob, DUMPS_AT_ONCE),
          ]
        : [],
  }),
  started: (app, { health, storage, bus, drain, log, config }) => {
    const slots = app.get(Slots);
    const spool = app.get(Spool);
    health.add({
      name: 'captures',
      run: () => Promise.resolve(message('health.slots-used', { used: slots.used, all: config.recorder.slots })),
      remedy: '',
    });
    health.add({
      name: 'spool',
      run: () => Promise.resolve(message('health.mb-wait-storage', { n: Math.ceil(spool.bytes / 1024 / 1024) })),
      remedy: '',
    });
    const { name, spoolDir } = config.recorder;
    const spoolLog = log.child('spool');
    const recover = async (left: Spool, chat: ChatRecovery, signal: AbortSignal): Promise<void> => {
      await chat.run();
      const ports = { spool: left, storage, bus, log: spoolLog, recorder: name, wall: () => Date.now() };
      await new SpoolRecovery(ports).run(signal);
    };
    void recover(spool, app.get(ChatRecovery), drain.signal);
    const abandoned = new AbandonedSpools({
      root: spoolDir,
      recorder: name,
      leases: bus.leases,
      log: spoolLog,
      recover: (dir, signal) => {
        const left = spool.beside(dir);
        if (left.bytes > 0) spoolLog.warn('storing the spool of a recorder that has ended', { dir, bytes: left.bytes });
        return recover(left, new ChatRecovery(left, log.child('chat')), signal);
      },
    });
    const checking = setInterval(() => void abandoned.check(drain.signal), CHECK_SPOOLS_MS);
    drain.addLast({
      name: 'spools',
      run: () => {
        clearInterval(checking);
      },
    });
  },
});
