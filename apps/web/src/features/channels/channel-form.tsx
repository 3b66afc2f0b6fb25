import { CHANNEL_KINDS, type ChannelKind, isSiteKind, SITE_NAMES } from '#libs/contracts';
import { useState } from 'react';
import {
  type Control,
  Controller,
  type DefaultValues,
  type FieldErrors,
  useForm,
  type UseFormRegister,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { Select } from '../../components/ui/select.js';
import { Field, FormFault, inputOf } from '../../components/ui/field.js';
import { ToggleField } from '../../components/ui/toggle.js';
import { showFaults } from '../../lib/form-faults.js';
import { ChannelOptions } from './channel-options.js';
import { CHANNEL_FIELDS, type ChannelValues, kindOf } from './channel-values.js';
import './channel-form.css';

interface Props extends ChannelSending {
  readonly action: string;
  /** The kind of an existing channel; null for a new one. */
  readonly kind: string | null;
  readonly hasCredentials?: boolean;
}

/** Fields that always show; an error in another field opens the rest. */
const FIRST: readonly string[] = ['url', 'provider', 'displayName', 'internalName', 'live_chat'];

/** Starts with one field, the address; names and options are optional. The server's errors appear at their fields. */
export function ChannelForm({ action, kind, hasCredentials = false, ...sending }: Props) {
  const isNew = kind === null;
  const [more, setMore] = useState(!isNew);
  const { submit, register, setValue, control, errors, isSubmitting, isDirty } = useChannelForm(sending, (fields) => {
    if (fields.some((name) => !FIRST.includes(name))) setMore(true);
  });
  const [provider, url] = useWatch({ control, name: ['provider', 'url'] });
  const shownKind = kindOf({ provider, url });
  const isSite = isSiteKind(kind ?? shownKind);
  return (
    <form
      className="channel-form"
      noValidate
      onSubmit={(e) => {
        void submit(e);
      }}
    >
      <FormFault text={errors.root?.message} />
      <SourceField
        register={register}
        errors={errors}
        isNew={isNew}
        hasCredentials={hasCredentials}
        kind={shownKind}
        guessed={provider === '' && url.trim() !== ''}
        onKind={(picked) => {
          setValue('provider', picked, { shouldDirty: true });
        }}
      />
      <Names register={register} errors={errors} isNew={isNew} />
      {isSite && <LiveChat control={control} />}
      {more ? (
        <ChannelOptions register={register} control={control} errors={errors} isSite={isSite} />
      ) : (
        <MoreButton
          onClick={() => {
            setMore(true);
          }}
        />
      )}
      <Foot action={action} busy={isSubmitting} disabled={!isNew && !isDirty} />
    </form>
  );
}

function MoreButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="form-more" onClick={onClick}>
      {t('form.more')}
    </button>
  );
}

/** The server probes the address before it answers, which may take a while. */
function Foot({
  action,
  busy,
  disabled,
}: {
  readonly action: string;
  readonly busy: boolean;
  readonly disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className="form-foot">
      <Button type="submit" tone="primary" busy={busy} disabled={disabled}>
        {action}
      </Button>
      {busy && (
        <span className="muted" role="status">
          {t('form.checking')}
        </span>
      )}
    </div>
  );
}

function LiveChat({ control }: { readonly control: Control<ChannelValues> }) {
  const { t } = useTranslation();
  return (
    <Controller
      name="live_chat"
      control={control}
      render={({ field }) => (
        <ToggleField
          wide
          label={t('form.live_chat')}
          help={t('form.live_chat-help')}
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  );
}

function Names({
  register,
  errors,
  isNew,
}: {
  readonly register: UseFormRegister<ChannelValues>;
  readonly errors: FieldErrors<ChannelValues>;
  readonly isNew: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className="form-pair">
      <Field label={t('form.display-name')} help={t('form.display-name-help')} error={errors.displayName?.message}>
        {(parts) => <input {...inputOf(parts)} {...register('displayName')} autoComplete="off" />}
      </Field>
      <Field
        label={t('form.internal-name')}
        help={isNew ? t('form.internal-name-help') : t('form.internal-name-fixed')}
        error={errors.internalName?.message}
      >
        {(parts) => (
          <input
            {...inputOf(parts)}
            {...register('internalName')}
            autoComplete="off"
            spellCheck={false}
            disabled={!isNew}
          />
        )}
      </Field>
    </div>
  );
}

/** The initial values of a channel's form, and functions that send it. */
interface ChannelSending {
  readonly start: ChannelValues;
  readonly bodyOf: (values: ChannelValues) => Record<string, unknown>;
  readonly onSend: (body: Record<string, unknown>, values: ChannelValues) => Promise<void>;
}

/** @param onRefused called with the fields that the server refuses */
function useChannelForm({ start, bodyOf, onSend }: ChannelSending, onRefused: (fields: readonly string[]) => void) {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    setValue,
    control,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<ChannelValues>({
    defaultValues: start as DefaultValues<ChannelValues>,
  });
  const submit = handleSubmit(async (values) => {
    try {
      await onSend(bodyOf(values), values);
    } catch (thrown) {
      onRefused(showFaults<ChannelValues>(thrown, { names: CHANNEL_FIELDS, setError, away: t('away.short') }));
    }
  });
  return { submit, register, setValue, control, errors, isSubmitting, isDirty };
}

/** Examples; not translated. */
const EXAMPLE = 'twitch.tv/name, https://example.org/live/index.m3u8';

interface SourceProps {
  readonly register: UseFormRegister<ChannelValues>;
  readonly errors: FieldErrors<ChannelValues>;
  readonly isNew: boolean;
  readonly hasCredentials: boolean;
  readonly kind: ChannelKind;
  readonly guessed: boolean;
  readonly onKind: (kind: ChannelKind) => void;
}

/** One field for any pasted link or name, and the kind that it is detected as. */
function SourceField({ register, errors, isNew, hasCredentials, kind, guessed, onKind }: SourceProps) {
  const { t } = useTranslation();
  const names = CHANNEL_KINDS.map((value) => ({
    value,
    label: isSiteKind(value) ? SITE_NAMES[value] : t('kind.address'),
  }));
  return (
    <div className="form-source">
      <Field
        label={t('form.url')}
        help={
          hasCredentials
            ? t('form.url-kept')
            : isSiteKind(kind)
              ? t('form.url-site', { site: SITE_NAMES[kind] })
              : t('form.url-help')
        }
        error={errors.url?.message}
      >
        {(parts) => (
          <input
            {...inputOf(parts)}
            {...register('url')}
            className="input mono"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={isNew}
            placeholder={EXAMPLE}
          />
        )}
      </Field>
      {isNew && (
        <Field
          label={t('form.provider')}
          help={guessed ? t('form.provider-guessed') : t('form.provider-help')}
          error={errors.provider?.message}
        >
          {({ id }) => <Select id={id} label={t('form.provider')} value={kind} options={names} onChange={onKind} />}
        </Field>
      )}
    </div>
  );
}
