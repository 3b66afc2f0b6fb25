import { FileX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Blank } from '../../components/ui/blank.js';
import { siteUrl } from '../../lib/basepath.js';
import { usePageTitle } from '../../lib/page-title.js';

/** v0's player address: `/vodplayer#source=file_http&video_path=...` (spec L27). It plays one stored file of this site, by Range. */
export function VodPlayerPage() {
  const { t } = useTranslation();
  const path = new URLSearchParams(useLocation().hash.replace(/^#&?/, '')).get('video_path') ?? '';
  const [failed, setFailed] = useState('');
  usePageTitle(t('page.player'));
  if (path === '' || !isOwn(path)) return <Blank page icon={FileX} title={t('player.no-file')} text={t('player.no-file-text')} />;
  if (failed === path) return <Blank page icon={FileX} title={t('player.fault.missing')} text={t('player.fault.missing-do')} />;
  return <div className="watch-file"><h1 className="off-screen">{t('page.player')}</h1><video src={siteUrl(path)} controls playsInline onError={() => { setFailed(path); }} /></div>;
}

/** A path of this site only: the address comes from whoever made the link. */
const isOwn = (path: string): boolean => new URL(path, location.origin).origin === location.origin;
