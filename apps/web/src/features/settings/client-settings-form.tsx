import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../components/ui/choice-field.js';
import { ToggleField } from '../../components/ui/toggle-field.js';
import {
  LANGUAGES,
  type Language,
  THEMES,
  type Theme,
  useClientSettings,
  writeSettings,
} from '../../lib/client-settings.js';
import './settings.css';

const COUNTS = ['0', '2', '4', '8', '16', '100'] as const;
const SWITCHES = ['useWebsockets', 'useBackgroundTicker', 'animationsEnabled', 'enableNotifications'] as const;

/** What this browser remembers. Each change acts at once. */
export function ClientSettingsForm() {
  const { t } = useTranslation();
  const settings = useClientSettings();
  return (
    <section className="settings-form">
      <ChoiceField<Theme>
        wide
        label={t('client.theme')}
        help={t('client.theme-help')}
        value={settings.theme}
        options={THEMES.map((value) => ({ value, label: t(`client.theme.${value}`) }))}
        onChange={(theme) => {
          writeSettings({ theme });
        }}
      />
      <ChoiceField<Language>
        wide
        label={t('client.language')}
        value={settings.language}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value] }))}
        onChange={(language) => {
          writeSettings({ language });
        }}
      />
      {(['vodsToShowInMenu', 'vodsToShowInDashboard'] as const).map((name) => (
        <ChoiceField
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
