import { Download } from 'lucide-react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { BY_URL, downloadByUrl, type UrlRequest } from '../../api/download.js';
import { Button } from '../../components/ui/button.js';
import { ChatMethodSelect } from '../../components/ui/download-selects.js';
import { SelectField } from '../../components/ui/select.js';
import { FaultLine, Field, inputOf } from '../../components/ui/field.js';
import { showFaults } from '../../lib/form-faults.js';

/** Downloads a VOD, its chat, or a clip by its address at the site. */
export function DownloadTool() {
  const { t } = useTranslation();
  const form = useForm<UrlRequest>({ defaultValues: { what: 'video', url: '', quality: 'best', method: 'td' } });
  const {
    handleSubmit,
    setError,
    setValue,
    resetField,
    control,
    formState: { errors, isSubmitting },
  } = form;
  const what = useWatch({ control, name: 'what' });
  const start = handleSubmit(async (request) => {
    try {
      const { message } = await downloadByUrl(request);
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
        <SelectField
          label={t('tools.what')}
          value={what}
          options={BY_URL.map((value) => ({ value, label: t(`tools.what.${value}`) }))}
          onChange={(next) => {
            setValue('what', next);
          }}
        />
        <AddressField form={form} what={what} />
        {what === 'chat' ? <MethodField form={form} /> : <QualityField form={form} />}
        <FaultLine text={errors.root?.message} />
        <Button type="submit" tone="primary" icon={Download} busy={isSubmitting}>
          {t('tools.download-do')}
        </Button>
      </form>
    </section>
  );
}

interface FormProps {
  readonly form: UseFormReturn<UrlRequest>;
}

function AddressField({ form: { register, formState }, what }: FormProps & Pick<UrlRequest, 'what'>) {
  const { t } = useTranslation();
  return (
    <Field label={t('tools.url')} error={formState.errors.url?.message}>
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
  );
}

function MethodField({ form: { control, setValue } }: FormProps) {
  const { t } = useTranslation();
  const method = useWatch({ control, name: 'method' });
  return (
    <Field label={t('download.method')}>
      {({ id }) => (
        <ChatMethodSelect
          id={id}
          value={method}
          onChange={(next) => {
            setValue('method', next);
          }}
        />
      )}
    </Field>
  );
}

function QualityField({ form: { register, formState } }: FormProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('quality.label')} error={formState.errors.quality?.message}>
      {(parts) => <input {...inputOf(parts)} {...register('quality')} autoComplete="off" spellCheck={false} />}
    </Field>
  );
}
