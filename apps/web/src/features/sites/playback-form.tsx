import { isSiteKind, type SiteAccountView } from '#libs/contracts';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { forgetPlaybackToken } from '../../api/forget-playback-token.js';
import { savePlaybackToken } from '../../api/save-playback-token.js';
import { testPlaybackToken } from '../../api/test-playback-token.js';
import { putSite } from '../../api/use-sites.js';
import { Button } from '../../components/ui/button.js';
import { CheckButton } from '../../components/ui/check-button.js';
import { Field } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/notice.js';
import { showFaults } from '../../lib/form-faults.js';
import { ForgetButton } from './forget-button.js';
import { SecretInput } from './secret-input.js';
import { nameOfSite } from './site-words.js';

interface TokenValues {
  token: string;
}

/** The token of the operator's own login in a browser, with which the site plays as for that person. */
export function PlaybackForm({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    reset,
    control,
    formState: { errors, isSubmitting },
  } = useForm<TokenValues>({ defaultValues: { token: '' } });
  const token = useWatch({ control, name: 'token' }).trim();
  const submit = handleSubmit(async (values) => {
    try {
      const { data, message } = await savePlaybackToken(site.kind, values.token.trim());
      await putSite(data);
      reset();
      toast.success(message);
    } catch (thrown) {
      showFaults<TokenValues>(thrown, { names: ['token'], setError, away: t('away.short') });
    }
  });
  return (
    <form
      className="site-part"
      noValidate
      onSubmit={(e) => {
        void submit(e);
      }}
      aria-label={t('sites.playback')}
    >
      <h3>{t('sites.playback')}</h3>
      <p>{t('sites.playback-for', { site: nameOfSite(site.kind) })}</p>
      {isSiteKind(site.kind) && <p>{t(`sites.playback-where.${site.kind}`)}</p>}
      <p className="site-risk">{t('sites.playback-risk', { site: nameOfSite(site.kind) })}</p>
      {errors.root?.message !== undefined && <Notice tone="rec" title={errors.root.message} live />}
      <Field
        label={t('sites.token')}
        help={site.has_playback_token ? t('sites.secret-stored') : ''}
        error={errors.token?.message}
      >
        {(parts) => <SecretInput parts={parts} stored={site.has_playback_token} field={register('token')} />}
      </Field>
      <div className="site-do">
        <Button type="submit" tone="primary" busy={isSubmitting} disabled={token === ''}>
          {t('form.save')}
        </Button>
        <CheckButton
          label={t('sites.test')}
          of={`${token} ${String(site.has_playback_token)}`}
          work={() => testPlaybackToken(site.kind, token)}
        />
        {site.has_playback_token && (
          <ForgetButton
            label={t('sites.forget')}
            title={t('sites.forget-token')}
            text={t('sites.forget-token-text')}
            work={() => forgetPlaybackToken(site.kind)}
          />
        )}
      </div>
    </form>
  );
}
