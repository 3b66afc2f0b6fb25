import { type Keyring } from '#libs/service-kit';

/**
 * Made of the keyring, so that every api knows it and nothing is stored; the first signs, all verify. 64 characters, as
 * sites ask (10 to 100).
 */
export const webhookSecrets = (keyring: Keyring): readonly string[] =>
  keyring.signingKeys('push-webhook').map((key) => key.toString('hex'));
