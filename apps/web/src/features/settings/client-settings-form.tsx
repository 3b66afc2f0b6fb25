import { CloudDownload, CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fetchClientSettings, leaveClientSettings } from '../../api/client-settings.js';
import { Button } from '../../components/ui/button.js';
import { SelectField } from '../../components/ui/select.js';
import { ToggleField } from '../../components/ui/toggle.js';
import {
  type Language,
  LANGUAGES,
  readSettings,
  type Theme,
  THEMES,
  useClientSettings,
  writeSettings,
} from '../../lib/client-settings.js';
import { useAction } from '../../lib/use-action.js';
import { fromStored, toStored } from './synced-settings.js';
import './settings.css';

const COUNTS = ['0', '2', '4', '8', '16', '100'] as const;
const SWITCHES = [
  'useWebsockets',
  'useBackgroundTicker',
  'animationsEnabled',
  'enableNotifications',
  'useSpeech',
] as const;

/** Settings that this browser stores. Each change takes effect at once. */
export function ClientSettingsForm() {
  const { t } = useTranslation();
  const settings = useClientSettings();
  return (
    <section className="settings-form">
      <SelectField<Theme>
        wide
        label={t('client.theme')}
        help={t('client.theme-help')}
        value={settings.theme}
        options={THEMES.map((value) => ({ value, label: t(`client.theme.${value}`) }))}
        onChange={(theme) => {
          writeSettings({ theme });
        }}
      />
      <SelectField<Language>
        wide
        label={t('client.language')}
        value={settings.language}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value] }))}
        onChange={(language) => {
          writeSettings({ language });
        }}
      />
      {(['vodsToShowInMenu', 'vodsToShowInDashboard'] as const).map((name) => (
        <SelectField
          key={name}
          wide
          label={t(`client.${name}`)}
          help={t(`client.${name}-help`)}
          value={String(settings[name])}
          options={COUNTS.map((value) => ({ value, label: value }))}
          onChange={(value) => {
            writeSettings({ [name]: Number(value) });
          }}
        />
      ))}
      {SWITCHES.map((name) => (
        <ToggleField
          key={name}
          wide
          label={t(`client.${name}`)}
          help={t(`client.${name}-help`)}
          checked={settings[name]}
          onChange={(on) => {
            void turn(name, on);
          }}
        />
      ))}
    </section>
  );
}

async function turn(name: (typeof SWITCHES)[number], on: boolean): Promise<void> {
  if (
    name === 'enableNotifications' &&
    on &&
    'Notification' in window &&
    (await Notification.requestPermission()) !== 'granted'
  )
    return;
  writeSettings({ [name]: on });
}

/**
 * Copies this browser's settings to and from the server.
 * @param canLeave whether the user may change the copy on the server
 */
export function ClientSync({ canLeave }: { readonly canLeave: boolean }) {
  const { t } = useTranslation();
  const up = useAction(async () => leaveClientSettings(toStored(readSettings(), await fetchClientSettings())));
  const down = useAction(async () => {
    const imported = fromStored(await fetchClientSettings(), readSettings());
    if (imported !== null) writeSettings(imported);
    return { message: imported === null ? t('client.sync-none') : t('client.sync-taken') };
  });
  return (
    <section className="settings-more">
      <h2>{t('client.sync')}</h2>
      <p className="muted">{t('client.sync-help')}</p>
      <div className="button-row">
        {canLeave && (
          <Button
            icon={CloudUpload}
            busy={up.busy}
            onClick={() => {
              void up.run();
            }}
          >
            {t('client.sync-up')}
          </Button>
        )}
        <Button
          icon={CloudDownload}
          busy={down.busy}
          onClick={() => {
            void down.run();
          }}
        >
          {t('client.sync-down')}
        </Button>
      </div>
    </section>
  );
}
