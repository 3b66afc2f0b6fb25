import {
  isV0Receiver,
  MASK,
  RECEIVER_KINDS,
  type ReceiverField,
  receiverFields,
  type ReceiverKind,
  type ReceiverView,
} from '#libs/contracts';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { saveReceiver } from '../../api/notification.js';
import { Field, FormFault, inputOf } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { Select, SelectField } from '../../components/ui/select.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { messageIn, showFaults } from '../../lib/form-faults.js';
import { kindName, receiverName } from './receiver-name.js';

/** A browser subscribes itself, and open pages always exist. */
const ADDABLE = RECEIVER_KINDS.filter((kind) => kind !== 'browser' && kind !== 'webPush');

interface Values {
  name: string;
  on: boolean;
  quiet: boolean;
  config: Record<string, string>;
}
interface FormProps {
  /** Null: a new one. */
  readonly receiver: ReceiverView | null;
  readonly onClose: () => void;
}

/** A receiver of an unknown kind has no form. */
const startKind = (receiver: ReceiverView | null): ReceiverKind =>
  receiver === null || receiver.kind === 'unknown' ? 'webhook' : receiver.kind;

export function ReceiverForm({ receiver, onClose }: FormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<ReceiverKind>(startKind(receiver));
  const form = useForm<Values>({ defaultValues: startOf(receiver) });
  const { errors, isSubmitting } = form.formState;
  const fields = receiver !== null && isV0Receiver(receiver.id) ? {} : receiverFields(kind);
  const submit = form.handleSubmit(async ({ config, ...values }) => {
    try {
      const sent = Object.fromEntries(Object.keys(fields).map((name) => [name, (config[name] ?? '').trim()]));
      const { message } = await saveReceiver(receiver?.id ?? null, { ...values, kind, config: sent });
      toast.success(message);
      onClose();
    } catch (thrown) {
      showFaults(thrown, { names: ['name', 'config'], setError: form.setError, away: t('away.short') });
    }
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={receiver === null ? t('notify.add') : t('notify.edit', { name: receiverName(t, receiver) })}
    >
      <form
        className="notify-form"
        noValidate
        onSubmit={(e) => {
          void submit(e);
        }}
      >
        <FormFault text={errors.root?.message} />
        {receiver === null && (
          <SelectField<ReceiverKind>
            label={t('notify.kind')}
            help={kind === 'script' ? t('notify.script-help') : ''}
            value={kind}
            options={ADDABLE.map((value) => ({ value, label: kindName(t, value) }))}
            onChange={setKind}
          />
        )}
        <Field label={t('notify.name')} error={errors.name?.message}>
          {(parts) => <input {...inputOf(parts)} {...form.register('name')} placeholder={kindName(t, kind)} />}
        </Field>
        {Object.entries(fields).map(([name, field]) => (
          <ConfigField key={`${kind} ${name}`} {...{ name, field, form }} />
        ))}
        <Switches form={form} />
        <ModalFoot onCancel={onClose} action={t('form.save')} busy={isSubmitting} />
      </form>
    </Modal>
  );
}

/** A select needs a value from the start. */
const EMPTY_CONFIG = { security: '' };

const startOf = (receiver: ReceiverView | null): Values => ({
  name: receiver?.name ?? '',
  on: receiver?.on ?? true,
  quiet: receiver?.quiet ?? true,
  config: { ...EMPTY_CONFIG, ...receiver?.config },
});

/** Names of fields that have a text. */
const LABELS = {
  url: 'notify.field.url',
  token: 'notify.field.token',
  chat: 'notify.field.chat',
  user: 'notify.field.user',
  topic: 'notify.field.topic',
  tag: 'notify.field.tag',
  host: 'notify.field.host',
  port: 'notify.field.port',
  security: 'notify.field.security',
  password: 'notify.field.password',
  from: 'notify.field.from',
  to: 'notify.field.to',
  secret: 'notify.field.secret',
  file: 'notify.field.file',
  discovery: 'notify.field.discovery',
} as const;
const isLabelled = (name: string): name is keyof typeof LABELS => Object.hasOwn(LABELS, name);

function ConfigField({
  name,
  field: { type, default: start = '', choices },
  form: { register, control, formState },
}: {
  readonly name: string;
  readonly field: ReceiverField;
  readonly form: UseFormReturn<Values>;
}) {
  const { t } = useTranslation();
  const label = isLabelled(name) ? t(LABELS[name]) : name;
  const path = `config.${name}` as const;
  return (
    <Field label={label} error={messageIn(formState.errors.config?.[name])}>
      {(parts) =>
        choices === undefined ? (
          <input
            {...inputOf(parts)}
            {...register(path)}
            className="input mono"
            type={type === 'secret' ? 'password' : 'text'}
            inputMode={type === 'number' ? 'numeric' : undefined}
            autoComplete={type === 'secret' ? 'new-password' : 'off'}
            spellCheck={false}
            placeholder={start}
            onFocus={(e) => {
              if (e.target.value === MASK) e.target.select();
            }}
          />
        ) : (
          <Controller
            control={control}
            name={path}
            render={({ field: { value, onChange } }) => (
              <Select
                id={parts.id}
                label={label}
                value={value === '' ? start : value}
                options={choices.map((choice) => ({ value: choice, label: choice }))}
                onChange={onChange}
              />
            )}
          />
        )
      }
    </Field>
  );
}

function Switches({ form: { control } }: { readonly form: UseFormReturn<Values> }) {
  const { t } = useTranslation();
  return (
    <>
      {(['on', 'quiet'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <SwitchRow label={t(`notify.switch.${name}`)} checked={value} onChange={onChange} />
          )}
        />
      ))}
    </>
  );
}
