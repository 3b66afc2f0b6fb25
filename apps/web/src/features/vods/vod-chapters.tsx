import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BoxArt } from '../../components/ui/box-art.js';
import { Tag } from '../../components/ui/tag.js';
import { clock, hueOf, longClock, timeWithSeconds } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useLocale } from '../../lib/use-locale.js';
import { type ChapterRow, chapterRows, isStory } from './chapter-rows.js';
import './vod-chapters.css';

interface ChaptersProps { readonly vod: Vod; readonly mediaMs: number; /** Moves the player that is open; without one a chapter is a link that opens it. */ readonly onSeek?: ((seconds: number) => void) | undefined }

/** Each stretch of one title and category (spec L68). */
export function VodChapters({ vod, mediaMs, onSeek }: ChaptersProps) {
  const { t } = useTranslation();
  if (!isStory(vod)) return null;
  return (
    <section className="chapters">
      <h3>{t('chapters.title')}</h3>
      <table className="table">
        <thead><tr>{(['offset', 'started', 'ended', 'length', 'category', 'name', 'viewers'] as const).map((name) => <th key={name} scope="col" className={`chapter-${name}`}>{t(`chapters.${name}`)}</th>)}</tr></thead>
        <tbody>{chapterRows(vod, mediaMs).map((row) => <OneChapter key={row.startedAt} row={row} uuid={vod.uuid} onSeek={onSeek} />)}</tbody>
      </table>
    </section>
  );
}

function OneChapter({ row, uuid, onSeek }: { readonly row: ChapterRow; readonly uuid: string; readonly onSeek: ChaptersProps['onSeek'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const at = longClock(row.offsetMs);
  const label = t('chapters.go', { time: at });
  return (
    <tr>
      <td className="chapter-offset num">{onSeek === undefined ? <Link className="text-link" to={PATHS.vodAt(uuid, row.offsetMs / 1000)} aria-label={label}>{at}</Link> : <button type="button" className="link-button text-link" aria-label={label} onClick={() => { onSeek(row.offsetMs / 1000); }}>{at}</button>}</td>
      <td className="chapter-started num">{timeWithSeconds(row.startedAt, locale)}</td>
      <td className="chapter-ended num">{row.endedAt === null ? t('chapters.running') : timeWithSeconds(row.endedAt, locale)}</td>
      <td className="chapter-length num">{clock(row.lengthMs)}</td>
      <td className="chapter-category">{row.category === null ? <span className="dim">{t('chapters.none')}</span> : <span className="chapter-game"><BoxArt url={row.art} size="small" /><span className="swatch" style={{ '--hue': hueOf(row.category) }} aria-hidden="true" /><span>{row.category}</span></span>}</td>
      <td className="chapter-name">{row.title}{row.isMature && <> <Tag tone="warn">{t('chapters.mature')}</Tag></>}</td>
      <td className="chapter-viewers num">{row.viewers === null ? '–' : row.viewers.toLocaleString(locale)}</td>
    </tr>
  );
}
