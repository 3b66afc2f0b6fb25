import { type CleanupPreview } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { bytes, dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { Notice } from '../ui/notice.js';
import './cleanup-plan.css';

/**
 * The plan of a clean-up: what it deletes, with the exceeded limits, and what stays although it exceeds one.
 * `channels`: the plan covers several channels, so each line names its channel.
 */
export function CleanupPlan({
  preview: { warnings, goes, spared },
  channels = false,
}: {
  readonly preview: CleanupPreview;
  readonly channels?: boolean;
}) {
  return (
    <>
      {warnings.map((text) => (
        <Notice key={text} tone="warn" title={text} />
      ))}
      {goes.length > 0 && <Goes goes={goes} channels={channels} />}
      {spared.length > 0 && <Spared spared={spared} />}
    </>
  );
}

function Goes({ goes, channels }: Pick<CleanupPreview, 'goes'> & { readonly channels: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  return (
    <section className="cleanup-part">
      <h3>{t('cleanup.goes')}</h3>
      <table className="table">
        <thead>
          <tr>
            {channels && <th scope="col">{t('cleanup.channel')}</th>}
            <th scope="col">{t('cleanup.recorded')}</th>
            <th scope="col">{t('page.vod')}</th>
            <th scope="col" className="num">
              {t('common.size')}
            </th>
            <th scope="col">{t('gaps.why')}</th>
          </tr>
        </thead>
        <tbody>
          {goes.map((vod) => (
            <tr key={vod.uuid}>
              {channels && <td>{vod.channel}</td>}
              <td className="num">{dayTime(vod.started_at, locale, now)}</td>
              <td>
                <Name vod={vod} />
              </td>
              <td className="num">{bytes(vod.bytes, locale)}</td>
              <td>{vod.over.map((limit) => t(`cleanup.over.${limit}`)).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Spared({ spared }: Pick<CleanupPreview, 'spared'>) {
  const { t } = useTranslation();
  return (
    <section className="cleanup-part">
      <h3>{t('cleanup.spared')}</h3>
      <ul className="cleanup-spared">
        {spared.map((vod) => (
          <li key={vod.uuid}>
            <Name vod={vod} /> <span className="muted">{vod.why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Name = ({ vod: { uuid, basename } }: { readonly vod: { readonly uuid: string; readonly basename: string } }) => (
  <Link className="text-link mono cleanup-name" to={PATHS.vod(uuid)}>
    {basename}
  </Link>
);
