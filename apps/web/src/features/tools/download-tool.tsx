import { Download } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { BY_URL, downloadByUrl, type UrlWish } from '../../api/download-by-url.js';
import { Button } from '../../components/ui/button.js';
import { ChatMethodChoice } from '../../components/ui/chat-method-choice.js';
import { Choice } from '../../components/ui/choice.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { showFaults } from '../../lib/form-faults.js';

/** A VOD, the chat of one, or a clip, by its address at the site. */
export function DownloadTool() {
  const { t } = useTranslation();
  const form = useForm<UrlWish>({ defaultValues: { what: 'video', url: '', quality: 'best', method: 'td' } });
  const {
    register,
    handleSubmit,
    setError,
    setValue,
    resetField,
    control,
    formState: { errors, isSubmitting },
  } = form;
  const [what, method] = useWatch({ control, name: ['what', 'method'] });
  const start = handleSubmit(async (wish) => {
    try {
      const { message } = await downloadByUrl(wish);
      toast.success(message === '' ? t('tools.started') : message);
      resetField('url');
    } catch (thrown) {
      showFaults(thrown, { names: ['url', 'quality', 'method'], setError, away: t('away.short') });
    }
  });
  return (
    <section>
      <h2>{t('tools.download')}</h2>
      <p className="muted">{t('tools.download-help')}</p>
      <form
        className="tool-form"
        noValidate
        onSubmit={(e) => {
          void start(e);
        }}
      >
        <Field label={t('tools.what')}>
          {({ id }) => (
            <Choice
              id={id}
              label={t('tools.what')}
              value={what}
              options={BY_URL.map((value) => ({ value, label: t(`tools.what.${value}`) }))}
              onChange={(next) => {
                setValue('what', next);
              }}
            />
          )}
        </Field>
        <Field label={t('tools.url')} error={errors.url?.message}>
          {(parts) => (
            <input
              {...inputOf(parts)}
              {...register('url', { required: t('tools.url-needed') })}
              autoComplete="off"
              spellCheck={false}
              maxLength={2048}
              placeholder={t(`tools.url-like.${what}`)}
            />
          )}
        </Field>
        {what === 'chat' ? (
          <Field label={t('download.method')}>
            {({ id }) => (
              <ChatMethodChoice
                id={id}
                value={method}
                onChange={(next) => {
                  setValue('method', next);
                }}
              />
            )}
          </Field>
        ) : (
          <Field label={t('quality.label')} error={errors.quality?.message}>
            {(parts) => <input {...inputOf(parts)} {...register('quality')} autoComplete="off" spellCheck={false} />}
          </Field>
        )}
        {errors.root && (
          <p className="field-error" role="alert">
            {errors.root.message}
          </p>
        )}
        <Button type="submit" tone="primary" icon={Download} busy={isSubmitting}>
          {t('tools.download-do')}
        </Button>
      </form>
    </section>
  );
}
