import { CHANNEL_KINDS, type ChannelKind, isSiteKind, SITE_NAMES } from '#libs/contracts';
import { type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/ui/choice.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { type ChannelValues } from './channel-values.js';

/** Examples, not words of a language. */
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

/** One field for whatever was pasted, and what it is taken for. */
export function SourceField({ register, errors, isNew, hasCredentials, kind, guessed, onKind }: SourceProps) {
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
          {({ id }) => <Choice id={id} label={t('form.provider')} value={kind} options={names} onChange={onKind} />}
        </Field>
      )}
    </div>
  );
}
