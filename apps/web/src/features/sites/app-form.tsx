import { isSiteKind, type SiteAccountView } from '#libs/contracts';
import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { forgetSiteApp, saveSiteApp, type SiteAppForm, testSiteApp } from '../../api/sites.js';
import { Button } from '../../components/ui/button.js';
import { Field, FormFault, inputOf } from '../../components/ui/field.js';
import { copyText } from '../../lib/copy-text.js';
import { SecretInput, SiteForm, SiteFormFoot, useSaveSite } from './site-form.js';
import { DEVELOPER_CONSOLES, nameOfSite } from './site-names.js';

interface AppValues {
  client_id: string;
  client_secret: string;
}

const startOf = (clientId: string | null): AppValues => ({ client_id: clientId ?? '', client_secret: '' });

const bodyOf = ({ client_id, client_secret }: AppValues): SiteAppForm => ({
  client_id: client_id.trim(),
  ...(client_secret.trim() === '' ? {} : { client_secret: client_secret.trim() }),
});

/** The operator's own app at the site. Its secret can be entered but is never shown again. */
export function AppForm({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const start = startOf(site.client_id);
  const form = useForm<AppValues>({ defaultValues: start });
  const { reset, control, formState } = form;
  // The app was deleted, or changed by another user.
  useEffect(() => {
    reset(startOf(site.client_id));
  }, [site.client_id, reset]);
  const typed = { ...start, ...useWatch({ control }) };
  const submit = useSaveSite(form, {
    names: ['client_id', 'client_secret'],
    save: (values) => saveSiteApp(site.kind, bodyOf(values)),
    after: ({ client_id }) => startOf(client_id),
  });
  return (
    <SiteForm title={t('sites.app')} onSubmit={submit}>
      <AppFor kind={site.kind} />
      <FormFault text={formState.errors.root?.message} />
      <CopyField
        label={t('sites.redirect')}
        help={t('sites.redirect-help', { site: nameOfSite(site.kind) })}
        value={site.redirect_uri}
      />
      <AppFields form={form} hasSecret={site.has_secret} />
      <SiteFormFoot
        busy={formState.isSubmitting}
        disabled={!formState.isDirty}
        check={{
          of: JSON.stringify([typed, site.client_id]),
          work: () => testSiteApp(site.kind, typed.client_id.trim() === '' ? {} : bodyOf(typed)),
        }}
        forget={
          site.client_id === null
            ? null
            : {
                title: t('sites.forget-app'),
                text: t('sites.forget-app-text'),
                work: () => forgetSiteApp(site.kind),
              }
        }
      />
    </SiteForm>
  );
}

/** The purpose of the app, and where to register one at the site. */
function AppFor({ kind }: Pick<SiteAccountView, 'kind'>) {
  const { t } = useTranslation();
  const name = nameOfSite(kind);
  return (
    <p>
      {t('sites.app-for', { site: name })}{' '}
      {isSiteKind(kind) && (
        <a className="text-link" href={DEVELOPER_CONSOLES[kind]} target="_blank" rel="noreferrer">
          {t('sites.console', { site: name })}
        </a>
      )}
    </p>
  );
}

function AppFields({ form, hasSecret }: { readonly form: UseFormReturn<AppValues>; readonly hasSecret: boolean }) {
  const { t } = useTranslation();
  const {
    register,
    formState: { errors },
  } = form;
  return (
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
        help={hasSecret ? t('sites.secret-stored') : ''}
        error={errors.client_secret?.message}
      >
        {(parts) => <SecretInput parts={parts} stored={hasSecret} field={register('client_secret')} />}
      </Field>
    </div>
  );
}

/** A text to copy exactly to another place. */
function CopyField({ label, help, value }: { readonly label: string; readonly help: string; readonly value: string }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    if (await copyText(value)) toast.success(t('sites.copied'));
  };
  return (
    <Field label={label} help={help}>
      {(parts) => (
        <div className="copy-field">
          <input
            {...inputOf(parts)}
            className="input mono"
            readOnly
            value={value}
            onFocus={(e) => {
              e.target.select();
            }}
          />
          <Button
            icon={Copy}
            onClick={() => {
              void copy();
            }}
          >
            {t('sites.copy')}
          </Button>
        </div>
      )}
    </Field>
  );
}
