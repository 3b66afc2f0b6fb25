import {
  GLOBAL_CATEGORIES,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationRule,
  type NotificationTemplate,
  type ReceiverView,
} from '#libs/contracts';
import { Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../../api/channel.js';
import { saveRules } from '../../api/notification.js';
import { IconButton } from '../../components/ui/button.js';
import { SelectField } from '../../components/ui/select.js';
import { useAction } from '../../lib/use-action.js';
import { receiverName } from './receiver-name.js';
import { ruleState } from './rule-grid.js';
import { TemplateForm } from './template-form.js';

const ALL = 'all';

interface MatrixProps {
  readonly receivers: readonly ReceiverView[];
  readonly rules: readonly NotificationRule[];
  readonly templates: readonly NotificationTemplate[];
}

/** Which receiver gets which category, for all channels or for one. Each change is saved at once. */
export function RuleMatrix({ receivers: all, rules, templates }: MatrixProps) {
  const { t } = useTranslation();
  // One that is not set up gets nothing.
  const receivers = all.filter(({ ready }) => ready);
  const [channel, setChannel] = useState<string | null>(null);
  const [edited, setEdited] = useState<NotificationCategory | null>(null);
  const shown = NOTIFICATION_CATEGORIES.filter((name) => channel === null || !GLOBAL_CATEGORIES.includes(name));
  return (
    <>
      <ChannelChoice channel={channel} onChange={setChannel} />
      <div className="notify-scroll">
        <table className="table notify-rules">
          <thead>
            <tr>
              <th scope="col">{t('notify.event')}</th>
              {receivers.map((receiver) => (
                <th scope="col" key={receiver.id} className={receiver.on ? '' : 'dim'}>
                  {receiverName(t, receiver)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((category) => (
              <tr key={category}>
                <th scope="row">{t(`notify.category.${category}`)}</th>
                {receivers.map((receiver) => (
                  <RuleCell key={receiver.id} {...{ receiver, category, channel, rules }} />
                ))}
                <td className="row-do">
                  <IconButton
                    icon={Pencil}
                    label={t('notify.edit-texts', { event: t(`notify.category.${category}`) })}
                    onClick={() => {
                      setEdited(category);
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edited !== null && (
        <TemplateForm
          key={edited}
          category={edited}
          templates={templates}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

function ChannelChoice({
  channel,
  onChange,
}: {
  readonly channel: string | null;
  readonly onChange: (channel: string | null) => void;
}) {
  const { t } = useTranslation();
  const { channels } = useChannels();
  return (
    <SelectField
      wide
      label={t('notify.channel')}
      help={channel === null ? '' : t('notify.channel-help')}
      value={channel ?? ALL}
      options={[
        { value: ALL, label: t('notify.all-channels') },
        ...channels.map(({ uuid, displayName }) => ({ value: uuid, label: displayName })),
      ]}
      onChange={(value) => {
        onChange(value === ALL ? null : value);
      }}
    />
  );
}

interface CellProps {
  readonly receiver: ReceiverView;
  readonly category: NotificationCategory;
  readonly channel: string | null;
  readonly rules: readonly NotificationRule[];
}

function RuleCell({ receiver, category, channel, rules }: CellProps) {
  const { t } = useTranslation();
  const { on, own } = ruleState(rules, { receiver: receiver.id, category, channel });
  const save = useAction(async (next: boolean | null) => {
    await saveRules([{ receiver: receiver.id, category, channel_uuid: channel, on: next }]);
    return { message: '' };
  });
  const label = t('notify.cell', { event: t(`notify.category.${category}`), receiver: receiverName(t, receiver) });
  return (
    <td className={own ? 'notify-own' : ''}>
      <label>
        <input
          type="checkbox"
          checked={on}
          aria-busy={save.busy || undefined}
          aria-label={label}
          onChange={(e) => {
            void save.run(e.target.checked);
          }}
        />
        <span className="notify-cell-name">{receiverName(t, receiver)}</span>
      </label>
      {own && (
        <IconButton
          icon={RotateCcw}
          label={t('notify.as-all', { cell: label })}
          onClick={() => {
            void save.run(null);
          }}
        />
      )}
    </td>
  );
}
