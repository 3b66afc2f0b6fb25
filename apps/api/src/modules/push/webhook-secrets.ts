import { type Keyring } from '#libs/service-kit';

/**
 * Secrets with which a site signs its webhook calls. They are derived from the keyring, so every API knows them and
 * none is stored. A new subscription gets the first one; the others verify the calls of subscriptions from before a
 * change of the keyring. 64 characters each (EventSub allows 10 to 100,
 * https://dev.twitch.tv/docs/eventsub/handling-webhook-events/).
 */
export function webhookSecrets(keyring: Keyring): readonly [newest: string, ...older: string[]] {
  const [newest, ...older] = keyring.signingKeys('push-webhook');
  return [newest.toString('hex'), ...older.map((key) => key.toString('hex'))];
}
