import { isSiteKind, type SiteAccountView } from '#libs/contracts';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { forgetPlaybackToken, savePlaybackToken, testPlaybackToken } from '../../api/sites.js';
import { Field, FormFault } from '../../components/ui/field.js';
import { SecretInput, SiteForm, SiteFormFoot, useSaveSite } from './site-form.js';
import { nameOfSite } from './site-names.js';

interface TokenValues {
  token: string;
}

const EMPTY: TokenValues = { token: '' };

/** The token of the operator's own browser login, with which the site plays as for that user. */
export function PlaybackForm({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const form = useForm<TokenValues>({ defaultValues: EMPTY });
  const {
    register,
    control,
    formState: { errors, isSubmitting },
  } = form;
  const token = useWatch({ control, name: 'token' }).trim();
  const submit = useSaveSite(form, {
    names: ['token'],
    save: (values) => savePlaybackToken(site.kind, values.token.trim()),
    after: () => EMPTY,
  });
  return (
    <SiteForm title={t('sites.playback')} onSubmit={submit}>
      <p>{t('sites.playback-for', { site: nameOfSite(site.kind) })}</p>
      {isSiteKind(site.kind) && <p>{t(`sites.playback-where.${site.kind}`)}</p>}
      <p className="site-risk">{t('sites.playback-risk', { site: nameOfSite(site.kind) })}</p>
      <FormFault text={errors.root?.message} />
      <Field
        label={t('sites.token')}
        help={site.has_playback_token ? t('sites.secret-stored') : ''}
        error={errors.token?.message}
      >
        {(parts) => <SecretInput parts={parts} stored={site.has_playback_token} field={register('token')} />}
      </Field>
      <SiteFormFoot
        busy={isSubmitting}
        disabled={token === ''}
        check={{
          of: `${token} ${String(site.has_playback_token)}`,
          work: () => testPlaybackToken(site.kind, token),
        }}
        forget={
          site.has_playback_token
            ? {
                title: t('sites.forget-token'),
                text: t('sites.forget-token-text'),
                work: () => forgetPlaybackToken(site.kind),
              }
            : null
        }
      />
    </SiteForm>
  );
}
