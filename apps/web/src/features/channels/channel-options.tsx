import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, inputOf } from '../../components/ui/field.js';
import { Toggle } from '../../components/ui/toggle.js';
import { type ChannelValues } from './channel-values.js';
import { messageIn } from '../../lib/message-in.js';
import { RulesField } from './rules-field.js';

interface Props { readonly register: UseFormRegister<ChannelValues>; readonly control: Control<ChannelValues>; readonly errors: FieldErrors<ChannelValues>; /** Titles, categories, tags and chat are there to be had. */ readonly isSite: boolean }

/** What the server takes where nothing is said; a word of the wire, not of a language. */
const DEFAULT_QUALITY = 'best';
const SWITCHES = ['no_capture', 'nearest_below'] as const;
const NUMBERS = ['grace_s', 'poll_s', 'stale_targets', 'priority'] as const;
const RULES = ['include', 'exclude'] as const;

export function ChannelOptions({ register, control, errors, isSite }: Props) {
  const { t } = useTranslation();
  return (
    <div className="form-options">
      <Field wide label={t('form.quality')} help={t('form.quality-help')} error={messageIn(errors.quality)}>{(parts) => <input {...inputOf(parts)} {...register('quality')} autoComplete="off" spellCheck={false} placeholder={DEFAULT_QUALITY} />}</Field>
      {SWITCHES.map((name) => (
        <Field key={name} wide label={t(`form.${name}`)} help={t(`form.${name}-help`)} error={errors[name]?.message}>
          {({ id }) => <Controller name={name} control={control} render={({ field }) => <Toggle id={id} checked={field.value} onChange={field.onChange} label={t(`form.${name}`)} />} />}
        </Field>
      ))}
      {NUMBERS.map((name) => (
        <Field key={name} wide label={t(`form.${name}`)} help={t(`form.${name}-help`)} error={errors[name]?.message}>
          {(parts) => <div className="input-unit"><input {...inputOf(parts)} {...register(name)} inputMode="decimal" autoComplete="off" placeholder={t('form.as-set')} /><span>{t(`form.${name}-unit`)}</span></div>}
        </Field>
      ))}
      {isSite && (
        <>
          <Field wide label={t('form.match')} help={t('form.match-help')} error={messageIn(errors.match)}>{(parts) => <input {...inputOf(parts)} {...register('match')} autoComplete="off" />}</Field>
          {RULES.map((name) => (
            <Controller key={name} name={name} control={control} render={({ field }) => <RulesField label={t(`form.${name}`)} help={t(`form.${name}-help`)} error={messageIn(errors[name])} rules={field.value} onChange={field.onChange} />} />
          ))}
        </>
      )}
    </div>
  );
}
