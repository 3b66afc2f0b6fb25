import { type listFiles, pathOf, downloadFile } from '#libs/contracts';
import { Download, File, Folder, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type z } from 'zod';
import { deleteFile } from '../../api/files.js';
import { ConfirmButton } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/button.js';
import { Tip } from '../../components/ui/tip.js';
import { siteUrl } from '../../lib/basepath.js';
import { bytes, dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

type Entry = z.infer<(typeof listFiles)['data']>['files'][number];

export function FileTable({
  path,
  files,
  onChanged,
}: {
  readonly path: string;
  readonly files: readonly Entry[];
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  if (files.length === 0) return <p className="muted">{t('files.empty')}</p>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('files.name')}</th>
          <th scope="col" className="num">
            {t('common.size')}
          </th>
          <th scope="col">{t('files.changed')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {files.map((file) =>
          file.is_dir ? (
            <FolderRow key={file.name} path={path} name={file.name} date={file.date} />
          ) : (
            <FileRow key={file.name} path={path} file={file} onChanged={onChanged} />
          ),
        )}
      </tbody>
    </table>
  );
}

function Moment({ date }: { readonly date: string }) {
  const locale = useLocale();
  return <td className="num dim">{dayTime(date, locale, useNow())}</td>;
}

function FolderRow({ path, name, date }: { readonly path: string; readonly name: string; readonly date: string }) {
  return (
    <tr>
      <td>
        <Link className="file-name" to={PATHS.filesAt(`${path}/${name}`)}>
          <Folder aria-hidden="true" size={15} />
          {name}
        </Link>
      </td>
      <td />
      <Moment date={date} />
      <td />
    </tr>
  );
}

function FileRow({
  path,
  file,
  onChanged,
}: {
  readonly path: string;
  readonly file: Entry;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const remove = useAction(deleteFile);
  return (
    <tr>
      <td>
        <span className="file-name">
          <File aria-hidden="true" size={15} />
          {file.name}
        </span>
      </td>
      <td className="num">{bytes(file.size, locale)}</td>
      <Moment date={file.date} />
      <td className="row-do">
        <DownloadLink path={path} name={file.name} />
        <ConfirmButton
          button={(openConfirm) => (
            <IconButton icon={Trash2} label={t('files.delete', { name: file.name })} onClick={openConfirm} />
          )}
          title={t('files.delete-title')}
          text={t('files.delete-text', { name: file.name, size: bytes(file.size, locale) })}
          action={t('common.delete')}
          busy={remove.busy}
          onConfirm={async () => {
            if (await remove.run(path, file.name)) onChanged();
            return true;
          }}
        />
      </td>
    </tr>
  );
}

function DownloadLink({ path, name }: { readonly path: string; readonly name: string }) {
  const { t } = useTranslation();
  const label = t('files.download', { name });
  return (
    <Tip text={label}>
      <a
        className="icon-btn"
        href={siteUrl(`${pathOf(downloadFile)}?${new URLSearchParams({ path, name }).toString()}`)}
        download={name}
        aria-label={label}
      >
        <Download aria-hidden="true" size={18} strokeWidth={1.75} />
      </a>
    </Tip>
  );
}
