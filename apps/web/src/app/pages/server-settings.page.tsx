import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { useIsAdmin, useSession } from '../../api/auth.js';
import { KEY } from '../../api/keys.js';
import { useSettings } from '../../api/settings.js';
import { LoadState } from '../../components/ui/load-state.js';
import { PasswordForm } from '../../features/auth/password-form.js';
import { ClientSettingsForm, ClientSync } from '../../features/settings/client-settings-form.js';
import { ServerSettings } from '../../features/settings/server-settings.js';
import { SettingsTransfer } from '../../features/settings/settings-transfer.js';
import { useSettingTexts } from '../../features/settings/use-setting-texts.js';
import { usePageTitle } from '../../lib/page-title.js';

export function ServerSettingsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.config'));
  const answer = useSettings();
  const { data } = answer;
  const texts = useSettingTexts();
  const { passwordSet } = useSession();
  const { mutate } = useSWRConfig();
  const [turn, setTurn] = useState(0);
  if (data === undefined || texts === undefined) return <LoadState what={t('loading.settings')} answer={answer} />;
  return (
    <>
      <ServerSettings view={data} texts={texts} />
      <SettingsTransfer />
      <section className="settings-more settings-password">
        <h2>{passwordSet ? t('password.change') : t('password.title')}</h2>
        <PasswordForm
          key={turn}
          change={passwordSet}
          onDone={() => {
            setTurn(turn + 1);
            void mutate(KEY.auth);
          }}
        />
      </section>
    </>
  );
}

export function ClientSettingsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.client-settings'));
  const admin = useIsAdmin();
  return (
    <>
      <ClientSettingsForm />
      <ClientSync canLeave={admin} />
    </>
  );
}
