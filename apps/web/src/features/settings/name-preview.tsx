import useSWR from 'swr';
import { useTranslation } from 'react-i18next';
import { previewName } from '../../api/preview-name.js';
import { useDebounced } from '../../lib/use-debounced.js';

/** What both templates of VODs give together, while they are typed. */
export function NamePreview({ template, folder }: { readonly template: string; readonly folder: string }) {
  const { t } = useTranslation();
  const asked = useDebounced({ template, folder });
  const { data } = useSWR(['preview', asked], () => previewName(asked.template, asked.folder), { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false });
  if (data === undefined) return null;
  return (
    <div className="name-preview" role="status">
      <span className="muted">{t('settings.preview')}</span> <span className="mono">{data.path}</span>
      {data.warnings.map((text) => <p key={text} className="warn">{text}</p>)}
    </div>
  );
}
