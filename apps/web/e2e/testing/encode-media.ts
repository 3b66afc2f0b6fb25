import { thirdPartyMedia } from '#tools/third-party/third-party-source.js';
import { startChannels, THIRD_PARTY_S } from './live-channels.js';

/** Encodes the media of the channels once, before the workers start their streams at the same time. */
// eslint-disable-next-line no-restricted-syntax -- Playwright calls the default export
export default async function encodeMedia(): Promise<void> {
  await thirdPartyMedia({ seconds: THIRD_PARTY_S });
  await (await startChannels(0)).stop();
}
