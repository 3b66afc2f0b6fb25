import { type PlayerLinkView } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type z } from 'zod';
import { endPlayerLink, usePlayerLinks } from '../../api/security.js';
import { LoadState } from '../../components/ui/load-state.js';
import { LabelledCell, StackedTable } from '../../components/ui/stacked-table.js';
import { PATHS } from '../../lib/paths.js';
import { EndButton, TimeCell } from './cells.js';

type PlayerLink = z.infer<typeof PlayerLinkView>;

/** Links for players that work now. */
export function LinkTable() {
  const { t } = useTranslation();
  const answer = usePlayerLinks();
  if (answer.data === undefined) return <LoadState what={t('security.links-loading')} answer={answer} />;
  if (answer.data.length === 0) return <p className="muted">{t('security.links-none')}</p>;
  return (
    <StackedTable
      heads={[t('security.vod'), t('security.made-by'), t('security.made'), t('security.used'), t('security.ends')]}
      hasButtons
    >
      {answer.data.map((link) => (
        <LinkRow
          key={link.id}
          link={link}
          onDone={() => {
            void answer.mutate();
          }}
        />
      ))}
    </StackedTable>
  );
}

function LinkRow({ link, onDone }: { readonly link: PlayerLink; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const title = link.title ?? t('security.vod-deleted');
  return (
    <tr>
      <LabelledCell label={t('security.vod')}>
        {link.title === null ? title : <Link to={PATHS.vod(link.vod_uuid)}>{title}</Link>}
      </LabelledCell>
      <LabelledCell label={t('security.made-by')}>
        {t(`security.by-${link.made_by}`)} <span className="mono dim">{link.address}</span>
      </LabelledCell>
      <TimeCell label={t('security.made')} at={link.created_at} />
      <TimeCell label={t('security.used')} at={link.used_at} />
      <TimeCell label={t('security.ends')} at={link.expires_at} />
      <td className="row-do">
        <EndButton
          label={t('security.end-link', { title })}
          text={t('security.end-link-text')}
          end={() => endPlayerLink(link.id)}
          onDone={onDone}
        />
      </td>
    </tr>
  );
}
