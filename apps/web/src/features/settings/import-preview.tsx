import { type ImportReport } from '#libs/contracts';
import { useTranslation } from 'react-i18next';

const shown = (value: string | number | boolean): string => (value === '' ? '""' : String(value));

/** What an import would change: each setting from what to what, channels by name. */
export function ImportPreview({ report: { settings, channels } }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const skipped = [...settings.skipped.map(({ key, why }) => ({ name: key, why })), ...channels.skipped];
  return (
    <div className="import">
      {settings.changed.length > 0 && (
        <table className="table">
          <thead><tr><th scope="col">{t('settings.import-setting')}</th><th scope="col">{t('settings.import-from')}</th><th scope="col">{t('settings.import-to')}</th></tr></thead>
          <tbody>{settings.changed.map(({ key, from, to }) => <tr key={key}><td><code>{key}</code></td><td className="dim">{shown(from)}</td><td>{shown(to)}</td></tr>)}</tbody>
        </table>
      )}
      {channels.added.length > 0 && <p>{t('settings.import-added', { count: channels.added.length, names: channels.added.join(', ') })}</p>}
      {channels.changed.length > 0 && <p>{t('settings.import-changed', { count: channels.changed.length, names: channels.changed.join(', ') })}</p>}
      <p className="muted">{t('settings.import-same', { settings: settings.unchanged, channels: channels.unchanged })}</p>
      {skipped.length > 0 && <details><summary>{t('settings.import-skipped', { count: skipped.length })}</summary><ul>{skipped.map(({ name, why }) => <li key={name}><code>{name}</code> {why}</li>)}</ul></details>}
    </div>
  );
}
