import { type ReceiverView } from '#libs/contracts';
import { type TFunction } from 'i18next';

/** Names of services, the same in every language. */
const SERVICES: Readonly<Partial<Record<ReceiverView['kind'], string>>> = {
  unknown: '?',
  telegram: 'Telegram',
  discord: 'Discord',
  pushover: 'Pushover',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  apprise: 'Apprise',
  webhook: 'Webhook',
  mqtt: 'MQTT',
  webPush: 'Web Push',
};

export const kindName = (t: TFunction, kind: ReceiverView['kind']): string => {
  const { [kind]: name } = SERVICES;
  if (name !== undefined) return name;
  if (kind === 'browser') return t('notify.kind.browser');
  return kind === 'email' ? t('notify.kind.email') : t('notify.kind.script');
};

export const receiverName = (t: TFunction, { name, kind }: Pick<ReceiverView, 'name' | 'kind'>): string =>
  name === '' ? kindName(t, kind) : name;
