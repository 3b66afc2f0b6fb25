import { ArrowDownUp, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../components/ui/button.js';
import { parseClock } from '../../lib/clock-text.js';
import { messageIn } from '../../lib/form-faults.js';
import { Toggle } from '../../components/ui/toggle.js';
import { type ChapterValues, isSortedChapters, sortedChapters } from './edit-values.js';

interface Props {
  readonly chapters: readonly ChapterValues[];
  /** The form's errors: of the list, or per row. */
  readonly faults: unknown;
  readonly onChange: (chapters: ChapterValues[]) => void;
}

const EMPTY: ChapterValues = { offset: '', title: '', category: '', categoryId: '', isMature: false };

/** The chapters of a VOD as rows: start, title and category. Each ends where the next one starts. */
export function ChapterFields({ chapters, faults, onChange }: Props) {
  const { t } = useTranslation();
  const rows: readonly unknown[] = Array.isArray(faults) ? faults : [];
  return (
    <fieldset className="chapter-fields">
      <legend>{t('chapters.title')}</legend>
      <p className="chapter-fields-help">{t('edit.chapters-help')}</p>
      {chapters.length > 0 && (
        <ol>
          {chapters.map((chapter, row) => (
            <OneChapter
              key={row}
              n={row + 1}
              chapter={chapter}
              fault={
                rows[row] === undefined
                  ? undefined
                  : Number.isNaN(parseClock(chapter.offset))
                    ? t('bookmarks.bad')
                    : messageIn(rows[row])
              }
              onChange={(next) => {
                onChange(chapters.map((c, i) => (i === row ? next : c)));
              }}
              onRemove={() => {
                onChange(chapters.filter((_, i) => i !== row));
              }}
            />
          ))}
        </ol>
      )}
      <div className="button-row">
        <Button
          size="small"
          icon={Plus}
          onClick={() => {
            onChange([...chapters, EMPTY]);
          }}
        >
          {t('edit.chapter-add')}
        </Button>
        <Button
          size="small"
          icon={ArrowDownUp}
          disabled={isSortedChapters(chapters)}
          onClick={() => {
            onChange(sortedChapters(chapters));
          }}
        >
          {t('edit.chapter-sort')}
        </Button>
      </div>
      {rows.length === 0 && (
        <p className="field-error" role={faults === undefined ? undefined : 'alert'}>
          {messageIn(faults)}
        </p>
      )}
    </fieldset>
  );
}

function OneChapter({
  n,
  chapter,
  fault,
  onChange,
  onRemove,
}: {
  readonly n: number;
  readonly chapter: ChapterValues;
  readonly fault: string | undefined;
  readonly onChange: (chapter: ChapterValues) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const input = (name: 'offset' | 'title' | 'category') => (
    <input
      className={`input chapter-${name}`}
      aria-label={t(`edit.chapter-${name}`, { n: String(n) })}
      aria-invalid={(fault !== undefined && name === 'offset') || undefined}
      placeholder={t(`edit.hint-${name}`)}
      autoComplete="off"
      value={chapter[name]}
      onChange={(e) => {
        onChange({ ...chapter, [name]: e.target.value });
      }}
    />
  );
  return (
    <li>
      {input('offset')}
      {input('title')}
      {input('category')}
      <label className="chapter-mature">
        <Toggle
          checked={chapter.isMature}
          label={t('edit.chapter-mature', { n: String(n) })}
          onChange={(isMature) => {
            onChange({ ...chapter, isMature });
          }}
        />
        <span>{t('chapters.mature')}</span>
      </label>
      <IconButton icon={X} label={t('edit.chapter-remove', { n: String(n) })} onClick={onRemove} />
      {fault !== undefined && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}
