import { isSiteKind, type SiteAccountView } from '#libs/contracts';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { forgetSiteApp } from '../../api/forget-site-app.js';
import { saveSiteApp, type SiteAppForm } from '../../api/save-site-app.js';
import { testSiteApp } from '../../api/test-site-app.js';
import { putSite } from '../../api/use-sites.js';
import { Button } from '../../components/ui/button.js';
import { CheckButton } from '../../components/ui/check-button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/notice.js';
import { showFaults } from '../../lib/form-faults.js';
import { CopyField } from './copy-field.js';
import { ForgetButton } from './forget-button.js';
import { SecretInput } from './secret-input.js';
import { CONSOLES, nameOfSite } from './site-words.js';

interface AppValues {
  client_id: string;
  client_secret: string;
}

const bodyOf = ({ client_id, client_secret }: AppValues): SiteAppForm => ({
  client_id: client_id.trim(),
  ...(client_secret.trim() === '' ? {} : { client_secret: client_secret.trim() }),
});

/** The operator's own app at the site. Its secret goes in and is never shown again. */
export function AppForm({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const start = { client_id: site.client_id ?? '', client_secret: '' };
  const {
    register,
    handleSubmit,
    setError,
    reset,
    control,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<AppValues>({ defaultValues: start });
  // Forgotten, or changed by somebody else.
  useEffect(() => {
    reset({ client_id: site.client_id ?? '', client_secret: '' });
  }, [site.client_id, reset]);
  const form = useWatch({ control });
  const typed = { ...start, ...form };
  const name = nameOfSite(site.kind);
  const submit = handleSubmit(async (values) => {
    try {
      const { data, message } = await saveSiteApp(site.kind, bodyOf(values));
      reset({ client_id: data.client_id ?? '', client_secret: '' });
      await putSite(data);
      toast.success(message);
    } catch (thrown) {
      showFaults<AppValues>(thrown, { names: ['client_id', 'client_secret'], setError, away: t('away.short') });
    }
  });
  return (
    <form
      className="site-part"
      noValidate
      onSubmit={(e) => {
        void submit(e);
      }}
      aria-label={t('sites.app')}
    >
      <h3>{t('sites.app')}</h3>
      <p>
        {t('sites.app-for', { site: name })}{' '}
        {isSiteKind(site.kind) && (
          <a className="text-link" href={CONSOLES[site.kind]} target="_blank" rel="noreferrer">
            {t('sites.console', { site: name })}
          </a>
        )}
      </p>
      {errors.root?.message !== undefined && <Notice tone="rec" title={errors.root.message} live />}
      <CopyField
        label={t('sites.redirect')}
        help={t('sites.redirect-help', { site: name })}
        value={site.redirect_uri}
      />
      <div className="form-pair">
        <Field label={t('sites.client-id')} error={errors.client_id?.message}>
          {(parts) => (
            <input
              {...inputOf(parts)}
              {...register('client_id')}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label={t('sites.client-secret')}
          help={site.has_secret ? t('sites.secret-stored') : ''}
          error={errors.client_secret?.message}
        >
          {(parts) => <SecretInput parts={parts} stored={site.has_secret} field={register('client_secret')} />}
        </Field>
      </div>
      <div className="site-do">
        <Button type="submit" tone="primary" busy={isSubmitting} disabled={!isDirty}>
          {t('form.save')}
        </Button>
        <CheckButton
          label={t('sites.test')}
          of={JSON.stringify([typed, site.client_id])}
          work={() => testSiteApp(site.kind, typed.client_id.trim() === '' ? {} : bodyOf(typed))}
        />
        {site.client_id !== null && (
          <ForgetButton
            label={t('sites.forget')}
            title={t('sites.forget-app')}
            text={t('sites.forget-app-text')}
            work={() => forgetSiteApp(site.kind)}
          />
        )}
      </div>
    </form>
  );
}
