import { isAppError } from '#libs/errors';
import { FolderX } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useFiles } from '../../api/files.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { LoadState } from '../../components/ui/load-state.js';
import { statusOf, errorText } from '../../lib/fault.js';
import { PATHS } from '../../lib/paths.js';
import { ROOTS, trailOf } from './file-place.js';
import { FileTable } from './file-table.js';
import './files.css';

/** Files of the library and of the logs, one folder at a time; the address contains the folder. */
export function FileView() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const path = query.get('path') ?? ROOTS[0];
  const answer = useFiles(path);
  const error: unknown = answer.error;
  // The library has no folder before its first file.
  const fresh = isAppError(error) && error.code === 'path-not-there' && ROOTS.some((root) => root === path);
  if (statusOf(error) === 404) return <EmptyState icon={FolderX} title={t('files.off')} text={errorText(error)} />;
  return (
    <section className="files">
      <nav className="files-roots" aria-label={t('files.roots')}>
        {ROOTS.map((root) => (
          <Link key={root} to={PATHS.filesAt(root)} aria-current={trailOf(path)[0]?.name === root ? 'page' : undefined}>
            {t(`files.root.${root}`)}
          </Link>
        ))}
      </nav>
      <p className="files-trail mono">
        {trailOf(path).map((step, i) => (
          <Fragment key={step.path}>
            {i > 0 && ' / '}
            <Link to={PATHS.filesAt(step.path)}>{step.name}</Link>
          </Fragment>
        ))}
      </p>
      {answer.data !== undefined ? (
        <FileTable
          path={path}
          files={answer.data}
          onChanged={() => {
            void answer.mutate();
          }}
        />
      ) : fresh ? (
        <p className="muted">{t('files.empty')}</p>
      ) : statusOf(error) === 400 ? (
        <p className="muted" role="alert">
          {errorText(error)}
        </p>
      ) : (
        <LoadState what={t('files.loading')} answer={answer} />
      )}
    </section>
  );
}
