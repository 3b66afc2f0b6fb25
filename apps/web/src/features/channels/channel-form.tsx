import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldErrors, type Resolver, useForm, type UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/notice.js';
import { showFaults } from '../../lib/form-faults.js';
import { ChannelOptions } from './channel-options.js';
import { CHANNEL_FIELDS, type ChannelValues } from './channel-values.js';
import './channel-form.css';

interface Props {
  readonly start: ChannelValues; readonly schema: z.ZodType; readonly bodyOf: (values: ChannelValues) => Record<string, unknown>; readonly onSend: (body: Record<string, unknown>) => Promise<void>;
  readonly action: string; readonly isNew: boolean; readonly hasCredentials?: boolean;
}

/** Fields that always show; a fault in another opens the rest. */
const FIRST: readonly string[] = ['url', 'displayName', 'internalName'];

/** One field first, the address; names and options can wait. The server's objections stand on the field they are about. */
export function ChannelForm({ start, schema, bodyOf, onSend, action, isNew, hasCredentials = false }: Props) {
  const { t } = useTranslation();
  const [more, setMore] = useState(!isNew);
  // The schema judges the body as it is sent, not the raw inputs; its answer is only good or bad, the inputs stay as typed.
  const check = zodResolver(schema as z.ZodType<ChannelValues, ChannelValues>);
  const resolver: Resolver<ChannelValues> = async (values, context, options) => {
    const { errors } = await check(bodyOf(values) as unknown as ChannelValues, context, options);
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
  const { register, handleSubmit, setError, control, formState: { errors, isSubmitting, isDirty } } = useForm<ChannelValues>({ resolver, defaultValues: start as DefaultValues<ChannelValues> });
  const submit = handleSubmit(async (values) => {
    try {
      await onSend(bodyOf(values));
    } catch (thrown) {
      showFaults<ChannelValues>(thrown, { names: CHANNEL_FIELDS, setError, away: t('away.short') });
    }
  }, (faults) => { if (Object.keys(faults).some((name) => !FIRST.includes(name))) setMore(true); });
  return (
    <form className="channel-form" noValidate onSubmit={(e) => { void submit(e); }}>
      <RootFault text={errors.root?.message} />
      <Field label={t('form.url')} help={hasCredentials ? t('form.url-kept') : t('form.url-help')} error={errors.url?.message}>{(parts) => <input {...inputOf(parts)} {...register('url')} className="input mono" inputMode="url" autoComplete="off" spellCheck={false} autoFocus={isNew} placeholder="https://example.org/live/index.m3u8" />}</Field>
      <Names register={register} errors={errors} isNew={isNew} />
      {more ? <ChannelOptions register={register} control={control} errors={errors} /> : <button type="button" className="form-more" onClick={() => { setMore(true); }}>{t('form.more')}</button>}
      <div className="form-foot">
        <Button type="submit" tone="primary" busy={isSubmitting} disabled={!isNew && !isDirty}>{action}</Button>
        {isSubmitting && <span className="muted" role="status">{t('form.checking')}</span>}
      </div>
    </form>
  );
}

function RootFault({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <Notice tone="rec" title={text} live />;
}

function Names({ register, errors, isNew }: { readonly register: UseFormRegister<ChannelValues>; readonly errors: FieldErrors<ChannelValues>; readonly isNew: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="form-pair">
      <Field label={t('form.display-name')} help={t('form.display-name-help')} error={errors.displayName?.message}>{(parts) => <input {...inputOf(parts)} {...register('displayName')} autoComplete="off" />}</Field>
      <Field label={t('form.internal-name')} help={isNew ? t('form.internal-name-help') : t('form.internal-name-fixed')} error={errors.internalName?.message}>{(parts) => <input {...inputOf(parts)} {...register('internalName')} autoComplete="off" spellCheck={false} disabled={!isNew} />}</Field>
    </div>
  );
}
