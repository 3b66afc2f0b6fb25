import { startChannels } from './live-channels.js';

/** Encodes the media of the channels once, before the workers start their simulators at the same time. */
// eslint-disable-next-line no-restricted-syntax -- Playwright calls the default export
export default async function encodeMedia(): Promise<void> {
  await (await startChannels(0)).stop();
}
