import { type ImportReport } from '#libs/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

const shown = (value: string | number | boolean): string => (value === '' ? '–' : String(value));

/** A key may break behind its dots and underscores, and nowhere else. */
const Key = ({ name }: { readonly name: string }) => (
  <code>
    {name.split(/(?<=[._])/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);

/** What an import would change: each setting from what to what, channels by name. */
export function ImportPreview({ report: { settings, channels } }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const skipped = [...settings.skipped.map(({ key, why }) => ({ name: key, why })), ...channels.skipped];
  return (
    <div className="import">
      {settings.changed.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('settings.import-setting')}</th>
              <th scope="col">{t('settings.import-from')}</th>
              <th scope="col">{t('settings.import-to')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.changed.map(({ key, from, to }) => (
              <tr key={key}>
                <td>
                  <Key name={key} />
                </td>
                <td className="dim">{shown(from)}</td>
                <td>{shown(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {channels.added.length > 0 && (
        <p>{t('settings.import-added', { count: channels.added.length, names: channels.added.join(', ') })}</p>
      )}
      {channels.changed.length > 0 && (
        <p>{t('settings.import-changed', { count: channels.changed.length, names: channels.changed.join(', ') })}</p>
      )}
      <p className="muted">
        {t('settings.import-same', { settings: settings.unchanged, channels: channels.unchanged })}
      </p>
      {skipped.length > 0 && (
        <details>
          <summary>{t('settings.import-skipped', { count: skipped.length })}</summary>
          <ul>
            {skipped.map(({ name, why }) => (
              <li key={name}>
                <Key name={name} /> {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
