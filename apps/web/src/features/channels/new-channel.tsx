import { type NewChannel as Body } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { addChannel, putChannel } from '../../api/channel.js';
import { PATHS } from '../../lib/paths.js';
import { ChannelForm } from './channel-form.js';
import { NEW_CHANNEL, newBodyOf } from './channel-values.js';

export function NewChannel({ onDone }: { readonly onDone?: () => void }) {
  const { t } = useTranslation();
  const go = useNavigate();
  const send = async (body: Record<string, unknown>): Promise<void> => {
    const { data, message } = await addChannel(body as Body);
    toast.success(message === '' ? t('form.added', { name: data.displayName }) : message);
    await putChannel(data);
    onDone?.();
    await go(PATHS.onDashboard('streamer', data.uuid));
  };
  return <ChannelForm start={NEW_CHANNEL} bodyOf={newBodyOf} onSend={send} action={t('channel.add')} kind={null} />;
}
