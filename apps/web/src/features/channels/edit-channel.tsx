import { type Channel, type ChannelEditState, editChannel as route, type RecordRule } from '#libs/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { editChannel, putChannel } from '../../api/channel.js';
import { Button } from '../../components/ui/button.js';
import { useEditConflict } from '../../components/ui/edit-conflict.js';
import { conflictOf, type Edited, saveEdit } from '../../lib/edit-conflict.js';
import { PATHS } from '../../lib/paths.js';
import { ChannelForm } from './channel-form.js';
import { changesOf, type ChannelValues, valuesOf } from './channel-values.js';
import { ChannelStages } from './channel-stages.js';
import { DeleteChannel } from './delete-channel.js';

export function EditChannel({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const go = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { opened, send, dialog } = useChannelEdit(channel);
  return (
    <div className="channel-edit">
      <ChannelForm
        key={JSON.stringify(opened)}
        start={opened.values}
        bodyOf={(v) => changesOf(v, opened.values)}
        onSend={send}
        action={t('form.save')}
        kind={channel.provider_kind}
        hasCredentials={channel.has_credentials}
      />
      <ChannelStages channel={channel} />
      {dialog}
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

/**
 * The channel's values when the form was opened, and `send`, which saves the form; `dialog` asks about conflicts with
 * another edit.
 */
function useChannelEdit(channel: Channel) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(() => editedOf(channel));
  const { chooseEdit, dialog } = useEditConflict();
  const send = async (_body: unknown, wanted: ChannelValues): Promise<void> => {
    const saved = await saveEdit({
      opened,
      wanted,
      send: (values, base) => editChannel(channel.uuid, { ...changesOf(values, base.values), version: base.version }),
      currentOf: (thrown) => {
        const current = conflictOf(route, thrown);
        return current && editedOf(current);
      },
      chooseEdit: (conflicts) =>
        chooseEdit(
          conflicts.map(({ field, theirs, mine }) => ({
            label: t(labelOf(field)),
            theirs: settingViewValue(theirs),
            mine: settingViewValue(mine),
          })),
        ),
    });
    if (saved.outcome === 'open') return;
    if (saved.outcome === 'same') {
      toast.success(t('conflict.taken'));
      setOpened(saved.current);
      return;
    }
    const { data, message } = saved.answer;
    toast.success(message === '' ? t('form.saved') : message);
    await putChannel(data);
    setOpened(editedOf(data));
  };
  return { opened, send, dialog };
}

const editedOf = (channel: ChannelEditState): Edited<ChannelValues> => ({
  values: valuesOf(channel),
  version: channel.version,
});

/** Fields whose label key differs from their name. */
const LABELS = {
  displayName: 'form.display-name',
  internalName: 'form.internal-name',
  quality: 'quality.label',
} as const;
const isNamed = (field: keyof ChannelValues): field is keyof typeof LABELS => Object.hasOwn(LABELS, field);
const labelOf = (field: keyof ChannelValues) => (isNamed(field) ? LABELS[field] : (`form.${field}` as const));

const settingViewValue = (value: string | boolean | readonly RecordRule[]) =>
  typeof value === 'object' ? value.map(({ text }) => text) : value;
