import { type ImportedChannel, type ImportReport } from '#libs/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

type Changed = ImportReport['settings']['changed'];

const shown = (value: string | number | boolean): string => (value === '' ? '–' : String(value));

/** A key may break only after its dots and underscores. */
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

const listed = (channels: readonly ImportedChannel[]): string =>
  channels.map(({ name, provider, address }) => `${name} (${provider}, ${address})`).join(', ');

/**
 * The changes of an import: old and new value of each setting, channels with kind and address. Those that need a
 * confirmation are in {@link AccessChanges}.
 */
export function ImportPreview({ report: { settings, channels, confirm } }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const changed = settings.changed.filter(({ key }) => !confirm.includes(key));
  const added = channels.added.filter((channel) => !channel.confirm);
  const skipped = [...settings.skipped.map(({ key, why }) => ({ name: key, why })), ...channels.skipped];
  return (
    <div className="import">
      <ChangeTable changed={changed} />
      {added.length > 0 && <p>{t('settings.import-added', { count: added.length, names: listed(added) })}</p>}
      {channels.changed.length > 0 && (
        <p>{t('settings.import-changed', { count: channels.changed.length, names: listed(channels.changed) })}</p>
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

/** The changes that decide about access, with the box that confirms them. */
export function AccessChanges({
  report: { settings, channels, confirm },
  seen,
  onSeen,
}: {
  readonly report: ImportReport;
  readonly seen: boolean;
  readonly onSeen: (seen: boolean) => void;
}) {
  const { t } = useTranslation();
  const added = channels.added.filter((channel) => channel.confirm);
  return (
    <fieldset className="import import-access">
      <legend>{t('settings.import-access')}</legend>
      <ChangeTable changed={settings.changed.filter(({ key }) => confirm.includes(key))} />
      {added.length > 0 && <p>{t('settings.import-added', { count: added.length, names: listed(added) })}</p>}
      <p className="muted">{t('settings.import-access-help')}</p>
      <label>
        <input
          type="checkbox"
          checked={seen}
          onChange={(e) => {
            onSeen(e.target.checked);
          }}
        />
        {t('settings.import-access-seen')}
      </label>
    </fieldset>
  );
}

/** Old and new value of each setting. */
function ChangeTable({ changed }: { readonly changed: Changed }) {
  const { t } = useTranslation();
  if (changed.length === 0) return null;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('settings.import-setting')}</th>
          <th scope="col">{t('settings.import-from')}</th>
          <th scope="col">{t('settings.import-to')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ key, from, to }) => (
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
  );
}
