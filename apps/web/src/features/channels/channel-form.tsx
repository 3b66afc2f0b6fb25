import { isSiteKind } from '#libs/contracts';
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
import { type z } from 'zod';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/notice.js';
import { Toggle } from '../../components/ui/toggle.js';
import { bodyResolver } from '../../lib/body-resolver.js';
import { showFaults } from '../../lib/form-faults.js';
import { ChannelOptions } from './channel-options.js';
import { CHANNEL_FIELDS, type ChannelValues, kindOf } from './channel-values.js';
import { SourceField } from './source-field.js';
import './channel-form.css';

interface Props {
  readonly start: ChannelValues;
  readonly schema: z.ZodType;
  readonly bodyOf: (values: ChannelValues) => Record<string, unknown>;
  readonly onSend: (body: Record<string, unknown>) => Promise<void>;
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
export function ChannelForm({ start, schema, bodyOf, onSend, action, kind, hasCredentials = false }: Props) {
  const { t } = useTranslation();
  const isNew = kind === null;
  const [more, setMore] = useState(!isNew);
  const {
    register,
    handleSubmit,
    setError,
    setValue,
    control,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<ChannelValues>({
    resolver: bodyResolver(schema, bodyOf),
    defaultValues: start as DefaultValues<ChannelValues>,
  });
  const [provider, url] = useWatch({ control, name: ['provider', 'url'] });
  const shownKind = kindOf({ provider, url });
  const isSite = isSiteKind(kind ?? shownKind);
  const submit = handleSubmit(
    async (values) => {
      try {
        await onSend(bodyOf(values));
      } catch (thrown) {
        showFaults<ChannelValues>(thrown, { names: CHANNEL_FIELDS, setError, away: t('away.short') });
      }
    },
    (faults) => {
      if (Object.keys(faults).some((name) => !FIRST.includes(name))) setMore(true);
    },
  );
  return (
    <form
      className="channel-form"
      noValidate
      onSubmit={(e) => {
        void submit(e);
      }}
    >
      <RootFault text={errors.root?.message} />
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
        <button
          type="button"
          className="form-more"
          onClick={() => {
            setMore(true);
          }}
        >
          {t('form.more')}
        </button>
      )}
      <div className="form-foot">
        <Button type="submit" tone="primary" busy={isSubmitting} disabled={!isNew && !isDirty}>
          {action}
        </Button>
        {isSubmitting && (
          <span className="muted" role="status">
            {t('form.checking')}
          </span>
        )}
      </div>
    </form>
  );
}

function RootFault({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <Notice tone="rec" title={text} live />;
}

function LiveChat({ control }: { readonly control: Control<ChannelValues> }) {
  const { t } = useTranslation();
  return (
    <Field wide label={t('form.live_chat')} help={t('form.live_chat-help')}>
      {({ id }) => (
        <Controller
          name="live_chat"
          control={control}
          render={({ field }) => (
            <Toggle id={id} checked={field.value} onChange={field.onChange} label={t('form.live_chat')} />
          )}
        />
      )}
    </Field>
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
