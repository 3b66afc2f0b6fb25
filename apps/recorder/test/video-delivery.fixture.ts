import 'reflect-metadata';
import { type videoDownloadJob } from '#libs/contracts';
import { type JobCommand } from '#libs/service-kit';
import { SourceSecrets } from '../src/capture/source-secrets.js';
import { VideoDownloadHandler } from '../src/download/video-download.handler.js';
import { endDelivery, openDelivery } from './delivery-process.fixture.js';

/**
 * Program: one delivery of a video download. If the option is a number, the process kills itself as soon as it has stored
 * that many segments: a quick machine would finish the download before another process could kill this one.
 */
const delivery = await openDelivery();
const { command, option, delivered, storage, providers, runner, identity, log } = delivery;
const put = storage.put.bind(storage);
let storedSegments = 0;
storage.put = async (key, body, options) => {
  const stored = await put(key, body, options);
  if (key.includes('/s/') && String(++storedSegments) === option) process.kill(process.pid, 'SIGKILL');
  return stored;
};
const handler = new VideoDownloadHandler(runner, new SourceSecrets(null), providers, storage, identity, log);
await handler.run(command as JobCommand<typeof videoDownloadJob>, delivered);
await endDelivery(delivery);
