import { type Keyring } from '#libs/service-kit';

/**
 * Webhook secrets, derived from the keyring, so that every API knows them and nothing is stored. The first one signs,
 * all of them verify. 64 characters; sites require 10 to 100.
 */
export const webhookSecrets = (keyring: Keyring): readonly string[] =>
  keyring.signingKeys('push-webhook').map((key) => key.toString('hex'));
