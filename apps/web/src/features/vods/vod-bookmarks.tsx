import { type Vod } from '#libs/contracts';
import { BookmarkPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addBookmark, removeBookmark, useVodAction } from '../../api/vod.js';
import { useIsAdmin } from '../../api/auth.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { parseClock } from '../../lib/clock-text.js';
import { SeekLink, type Seek } from './seek-link.js';
import { isRecording } from './vod-state.js';
import './vod-bookmarks.css';

/** Bookmarks, and a form to add one. While the VOD is being recorded, an empty time means now. */
export function VodBookmarks({ vod, onSeek }: { readonly vod: Vod; readonly onSeek?: Seek }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const remove = useVodAction(removeBookmark);
  if (vod.bookmarks.length === 0 && !admin) return null;
  return (
    <section>
      <h3>{t('bookmarks.title')}</h3>
      {vod.bookmarks.length === 0 && <p className="muted">{t('bookmarks.none')}</p>}
      <ul className="item-list">
        {vod.bookmarks.map((b) => (
          <li key={b.id}>
            <SeekLink uuid={vod.uuid} seconds={b.offset} onSeek={onSeek} />
            <span className="item-name">{b.name}</span>
            {admin && (
              <IconButton
                icon={X}
                label={t('bookmarks.remove', { name: b.name })}
                disabled={remove.busy}
                onClick={() => {
                  void remove.run(vod.uuid, b.id);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {admin && <NewMark vod={vod} />}
    </section>
  );
}

function NewMark({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [at, setAt] = useState('');
  const add = useVodAction(addBookmark);
  const isNow = at.trim() === '' && isRecording(vod);
  const offset = parseClock(at);
  const isBad = at.trim() !== '' && Number.isNaN(offset);
  const send = async (): Promise<void> => {
    if (!(await add.run(vod.uuid, isNow ? { name: name.trim() } : { name: name.trim(), offset }))) return;
    setName('');
    setAt('');
  };
  return (
    <form
      className="bookmark-new"
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      <input
        className="input bookmark-at num"
        aria-label={t('bookmarks.at')}
        aria-invalid={isBad || undefined}
        placeholder={isRecording(vod) ? t('bookmarks.now') : t('bookmarks.at-hint')}
        autoComplete="off"
        value={at}
        onChange={(e) => {
          setAt(e.target.value);
        }}
      />
      <input
        className="input"
        aria-label={t('bookmarks.name')}
        placeholder={t('bookmarks.name')}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(e) => {
          setName(e.target.value);
        }}
      />
      <Button
        type="submit"
        icon={BookmarkPlus}
        busy={add.busy}
        disabled={name.trim() === '' || (Number.isNaN(offset) && !isNow)}
      >
        {t('bookmarks.add')}
      </Button>
      {isBad && (
        <p className="field-error" role="alert">
          {t('bookmarks.bad')}
        </p>
      )}
    </form>
  );
}
