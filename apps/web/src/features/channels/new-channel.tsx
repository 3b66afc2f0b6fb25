import { HLS_KIND, NewChannel as Schema } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { mutate } from 'swr';
import { addChannel } from '../../api/add-channel.js';
import { KEY } from '../../api/keys.js';
import { PATHS } from '../../lib/paths.js';
import { ChannelForm } from './channel-form.js';
import { bodyOf, type ChannelValues, NEW_CHANNEL } from './channel-values.js';

const newBody = (values: ChannelValues): Record<string, unknown> => {
  const body = bodyOf(values);
  return { provider: HLS_KIND, ...Object.fromEntries(Object.entries(body).filter(([, v]) => v !== null && v !== false)), url: values.url.trim() };
};

export function NewChannel({ onDone }: { readonly onDone?: () => void }) {
  const { t } = useTranslation();
  const go = useNavigate();
  const send = async (body: Record<string, unknown>): Promise<void> => {
    const { data, message } = await addChannel(Schema.parse(body));
    toast.success(message === '' ? t('form.added', { name: data.displayName }) : message);
    await mutate(KEY.channels);
    onDone?.();
    await go(PATHS.onDashboard('streamer', data.uuid));
  };
  return <ChannelForm start={NEW_CHANNEL} schema={Schema} bodyOf={newBody} onSend={send} action={t('channel.add')} isNew />;
}
