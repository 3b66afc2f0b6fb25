import { isSiteKind } from '#libs/contracts';
import { useState } from 'react';
import { type Control, Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { FormFault } from '../../components/ui/form-fault.js';
import { ToggleField } from '../../components/ui/toggle-field.js';
import { ChannelOptions } from './channel-options.js';
import { type ChannelValues, kindOf } from './channel-values.js';
import { SourceField } from './source-field.js';
import { type ChannelSending, useChannelForm } from './use-channel-form.js';
import './channel-form.css';

interface Props extends ChannelSending {
  readonly action: string;
  /** The kind of a channel that is there; null for a new one. */
  readonly kind: string | null;
  readonly hasCredentials?: boolean;
}

/** Fields that always show; a fault in another opens the rest. */
const FIRST: readonly string[] = ['url', 'provider', 'displayName', 'internalName', 'live_chat'];

/**
 * One field first, the address; names and options can wait. The server's objections stand on the field they are about.
 */
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

/** The server looks at the address before it answers, which may take a while. */
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
