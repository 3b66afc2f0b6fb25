import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/ui/choice.js';
import { Field } from '../../components/ui/field.js';
import { Toggle } from '../../components/ui/toggle.js';
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
      <Field wide label={t('client.theme')} help={t('client.theme-help')}>
        {({ id }) => (
          <Choice<Theme>
            id={id}
            label={t('client.theme')}
            value={settings.theme}
            options={THEMES.map((value) => ({ value, label: t(`client.theme.${value}`) }))}
            onChange={(theme) => {
              writeSettings({ theme });
            }}
          />
        )}
      </Field>
      <Field wide label={t('client.language')}>
        {({ id }) => (
          <Choice<Language>
            id={id}
            label={t('client.language')}
            value={settings.language}
            options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value] }))}
            onChange={(language) => {
              writeSettings({ language });
            }}
          />
        )}
      </Field>
      {(['vodsToShowInMenu', 'vodsToShowInDashboard'] as const).map((name) => (
        <Field key={name} wide label={t(`client.${name}`)} help={t(`client.${name}-help`)}>
          {({ id }) => (
            <Choice
              id={id}
              label={t(`client.${name}`)}
              value={String(settings[name])}
              options={COUNTS.map((value) => ({ value, label: value }))}
              onChange={(value) => {
                writeSettings({ [name]: Number(value) });
              }}
            />
          )}
        </Field>
      ))}
      {SWITCHES.map((name) => (
        <Field key={name} wide label={t(`client.${name}`)} help={t(`client.${name}-help`)}>
          {({ id }) => (
            <Toggle
              id={id}
              label={t(`client.${name}`)}
              checked={settings[name]}
              onChange={(on) => {
                void turn(name, on);
              }}
            />
          )}
        </Field>
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
