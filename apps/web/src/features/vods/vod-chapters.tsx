import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { BoxArt } from '../../components/ui/box-art.js';
import { Tag } from '../../components/ui/tag.js';
import { clock, hueOf, timeWithSeconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type ChapterRow, chapterRows, hasChapters } from './chapter-rows.js';
import { SeekLink, type Seek } from './seek-link.js';
import './vod-chapters.css';

interface ChaptersProps {
  readonly vod: Vod;
  readonly mediaMs: number;
  readonly onSeek?: Seek;
}

/** The chapters of a VOD: one per title and category. */
export function VodChapters({ vod, mediaMs, onSeek }: ChaptersProps) {
  const { t } = useTranslation();
  if (!hasChapters(vod)) return null;
  return (
    <section className="chapters">
      <h3>{t('chapters.title')}</h3>
      <table className="table">
        <thead>
          <tr>
            {(['offset', 'started', 'ended', 'length', 'category', 'name', 'viewers'] as const).map((name) => (
              <th key={name} scope="col" className={`chapter-${name}`}>
                {t(`chapters.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chapterRows(vod, mediaMs).map((row) => (
            <OneChapter key={row.startedAt} row={row} uuid={vod.uuid} onSeek={onSeek} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OneChapter({ row, uuid, onSeek }: { readonly row: ChapterRow; readonly uuid: string; readonly onSeek: Seek }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <tr>
      <td className="chapter-offset num">
        <SeekLink uuid={uuid} seconds={row.offsetMs / 1000} onSeek={onSeek} />
      </td>
      <td className="chapter-started num">{timeWithSeconds(row.startedAt, locale)}</td>
      <td className="chapter-ended num">
        {row.endedAt === null ? t('chapters.running') : timeWithSeconds(row.endedAt, locale)}
      </td>
      <td className="chapter-length num">{clock(row.lengthMs)}</td>
      <td className="chapter-category">
        {row.category === null ? (
          <span className="dim">{t('chapters.none')}</span>
        ) : (
          <span className="with-art">
            <BoxArt url={row.art} size="small" />
            <span className="swatch" style={{ '--hue': hueOf(row.category) }} aria-hidden="true" />
            <span>{row.category}</span>
          </span>
        )}
      </td>
      <td className="chapter-name">
        {row.title}
        {row.isMature && (
          <>
            {' '}
            <Tag tone="warn">{t('chapters.mature')}</Tag>
          </>
        )}
      </td>
      <td className="chapter-viewers num">{row.viewers === null ? '–' : row.viewers.toLocaleString(locale)}</td>
    </tr>
  );
}
