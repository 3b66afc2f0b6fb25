import { SOURCE_ACCESS_FIELDS } from '#libs/contracts';
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, inputOf } from '../../components/ui/field.js';
import { Toggle } from '../../components/ui/toggle.js';
import { type ChannelValues } from './channel-values.js';
import { messageIn } from '../../lib/form-faults.js';
import { RulesField } from './rules-field.js';

interface Props {
  readonly register: UseFormRegister<ChannelValues>;
  readonly control: Control<ChannelValues>;
  readonly errors: FieldErrors<ChannelValues>;
  /** Whether the source provides titles, categories, tags and chat. */
  readonly isSite: boolean;
}

/** The server's default; a value of the API, not translated. */
const DEFAULT_QUALITY = 'best';
const SWITCHES = ['no_capture', 'nearest_below'] as const;
const NUMBERS = ['grace_s', 'poll_s', 'stale_targets', 'priority'] as const;
const LIMITS = ['max_vods', 'max_storage'] as const;
const FREE = ['no_count_limit', 'no_size_limit', 'no_cleanup'] as const;
const RULES = ['include', 'exclude'] as const;

export function ChannelOptions(props: Props) {
  const { register, control, errors, isSite } = props;
  const { t } = useTranslation();
  return (
    <div className="form-options">
      <Field wide label={t('quality.label')} help={t('form.quality-help')} error={messageIn(errors.quality)}>
        {(parts) => (
          <input
            {...inputOf(parts)}
            {...register('quality')}
            autoComplete="off"
            spellCheck={false}
            placeholder={DEFAULT_QUALITY}
          />
        )}
      </Field>
      {SWITCHES.map((name) => (
        <Switch key={name} name={name} {...props} />
      ))}
      {NUMBERS.map((name) => (
        <NumberField key={name} name={name} {...props} />
      ))}
      {!isSite && <SourceAccess {...props} />}
      {isSite && (
        <>
          <Field wide label={t('form.match')} help={t('form.match-help')} error={messageIn(errors.match)}>
            {(parts) => <input {...inputOf(parts)} {...register('match')} autoComplete="off" />}
          </Field>
          {RULES.map((name) => (
            <Controller
              key={name}
              name={name}
              control={control}
              render={({ field }) => (
                <RulesField
                  label={t(`form.${name}`)}
                  help={t(`form.${name}-help`)}
                  error={messageIn(errors[name])}
                  rules={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          ))}
        </>
      )}
      <h3 className="form-group">{t('form.cleanup')}</h3>
      {LIMITS.map((name) => (
        <NumberField key={name} name={name} {...props} />
      ))}
      {FREE.map((name) => (
        <Switch key={name} name={name} {...props} />
      ))}
    </div>
  );
}

/** How a source by address is requested. The server shows a mask for secrets; sent back, it changes nothing. */
function SourceAccess({ register, errors }: Props) {
  const { t } = useTranslation();
  return (
    <details
      className="form-details"
      open={SOURCE_ACCESS_FIELDS.some((name) => errors[name] !== undefined) || undefined}
    >
      <summary>{t('form.source-access')}</summary>
      {SOURCE_ACCESS_FIELDS.map((name) => (
        <Field key={name} wide label={t(`form.${name}`)} help={t(`form.${name}-help`)} error={messageIn(errors[name])}>
          {(parts) => (
            <textarea {...inputOf(parts)} {...register(name)} rows={2} autoComplete="off" spellCheck={false} />
          )}
        </Field>
      ))}
    </details>
  );
}

function Switch({
  name,
  control,
  errors,
}: Props & { readonly name: (typeof SWITCHES)[number] | (typeof FREE)[number] }) {
  const { t } = useTranslation();
  return (
    <Field wide label={t(`form.${name}`)} help={t(`form.${name}-help`)} error={errors[name]?.message}>
      {({ id }) => (
        <Controller
          name={name}
          control={control}
          render={({ field }) => (
            <Toggle id={id} checked={field.value} onChange={field.onChange} label={t(`form.${name}`)} />
          )}
        />
      )}
    </Field>
  );
}

function NumberField({
  name,
  register,
  errors,
}: Props & { readonly name: (typeof NUMBERS)[number] | (typeof LIMITS)[number] }) {
  const { t } = useTranslation();
  return (
    <Field wide label={t(`form.${name}`)} help={t(`form.${name}-help`)} error={errors[name]?.message}>
      {(parts) => (
        <div className="input-unit">
          <input
            {...inputOf(parts)}
            {...register(name)}
            inputMode="decimal"
            autoComplete="off"
            placeholder={t('form.as-set')}
          />
          <span>{t(`form.${name}-unit`)}</span>
        </div>
      )}
    </Field>
  );
}
