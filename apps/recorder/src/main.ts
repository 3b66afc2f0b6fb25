import { chatDownloadJob, chatDumpJob, clipDownloadJob, videoDownloadJob } from '#libs/contracts';
import { message } from '#libs/messages';
import { claimJob, startService } from '#libs/service-kit';
import { RecorderModule } from './recorder.module.js';
import { ChatRecovery } from './chat/chat-recovery.js';
import { Slots } from './slots/slots.service.js';
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
  claims: () => ({
    commands: [
      ...[videoDownloadJob, chatDownloadJob, clipDownloadJob].map((def) => claimJob(def, DOWNLOADS_AT_ONCE)),
      claimJob(chatDumpJob, DUMPS_AT_ONCE),
    ],
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
    const recovery = new SpoolRecovery({
      spool,
      storage,
      bus,
      log: log.child('spool'),
      recorder: config.recorder.name,
      wall: () => Date.now(),
    });
    void app
      .get(ChatRecovery)
      .run()
      .then(() => recovery.run(drain.signal));
  },
});
