import { type CleanupPreview } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { bytes, dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

/** What goes with the limits it exceeds, and what stays although it exceeds one. */
export function CleanupTable({ preview: { goes, spared } }: { readonly preview: CleanupPreview }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  return (
    <>
      {goes.length > 0 && (
        <table className="table">
          <thead><tr><th scope="col">{t('tools.cleanup-channel')}</th><th scope="col">{t('page.vod')}</th><th scope="col">{t('tools.cleanup-date')}</th><th scope="col">{t('tools.cleanup-size')}</th><th scope="col">{t('tools.cleanup-why')}</th></tr></thead>
          <tbody>{goes.map((vod) => <tr key={vod.uuid}><td>{vod.channel}</td><td><Link className="text-link" to={PATHS.vod(vod.uuid)}>{vod.basename}</Link></td><td className="num">{dayTime(vod.started_at, locale, now)}</td><td className="num">{bytes(vod.bytes, locale)}</td><td>{vod.over.map((limit) => t(`tools.over.${limit}`)).join(', ')}</td></tr>)}</tbody>
        </table>
      )}
      {spared.length > 0 && <details><summary>{t('tools.cleanup-spared', { count: spared.length })}</summary><ul>{spared.map((vod) => <li key={vod.uuid}><Link className="text-link" to={PATHS.vod(vod.uuid)}>{vod.basename}</Link> <span className="muted">{vod.why}</span></li>)}</ul></details>}
    </>
  );
}
