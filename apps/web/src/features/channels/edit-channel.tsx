import { type Channel, ChannelEdit } from '#libs/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { editChannel, putChannel } from '../../api/channel.js';
import { Button } from '../../components/ui/button.js';
import { PATHS } from '../../lib/paths.js';
import { ChannelForm } from './channel-form.js';
import { changesOf, valuesOf } from './channel-values.js';
import { DeleteChannel } from './delete-channel.js';

export function EditChannel({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const go = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [before, setBefore] = useState(() => valuesOf(channel));
  const send = async (body: Record<string, unknown>): Promise<void> => {
    const { data, message } = await editChannel(channel.uuid, ChannelEdit.parse(body));
    toast.success(message === '' ? t('form.saved') : message);
    await putChannel(data);
    setBefore(valuesOf(data));
  };
  return (
    <div className="channel-edit">
      <ChannelForm
        key={JSON.stringify(before)}
        start={before}
        schema={ChannelEdit}
        bodyOf={(v) => changesOf(v, before)}
        onSend={send}
        action={t('form.save')}
        kind={channel.provider_kind}
        hasCredentials={channel.has_credentials}
      />
      <div className="channel-edit-foot">
        <Button
          tone="ghost"
          className="btn-delete"
          icon={Trash2}
          onClick={() => {
            setDeleting(true);
          }}
        >
          {t('channel.delete')}
        </Button>
        <DeleteChannel
          channel={channel}
          open={deleting}
          onClose={() => {
            setDeleting(false);
          }}
          onGone={() => {
            void go(PATHS.channels);
          }}
        />
      </div>
    </div>
  );
}
