import { type Vod } from '#libs/contracts';
import { Link2, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { convertVod } from '../../api/convert-vod.js';
import { deleteVod } from '../../api/delete-vod.js';
import { shareVod } from '../../api/share-vod.js';
import { useIsAdmin } from '../../api/use-session.js';
import { Button, ButtonLink } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { PATHS } from '../../lib/paths.js';
import { copyText } from '../../lib/copy-text.js';
import { bytes } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { isRecording } from './vod-state.js';
import { titleOfVod } from './vod-title.js';

export const isPlayable = (vod: Pick<Vod, 'playlist_url' | 'files' | 'media_ms'>): boolean => (vod.playlist_url !== null && vod.media_ms > 0) || vod.files.length > 0;

export function VodControls({ vod, playing }: { readonly vod: Vod; readonly playing: boolean }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const share = useAction(async () => {
    const url = await shareVod(vod.uuid);
    if (await copyText(url)) toast.success(t('vod.copied'));
    else toast(url, { duration: 20_000 });
    return { message: '' };
  });
  return (
    <div className="vod-controls">
      {!playing && isPlayable(vod) && <ButtonLink to={PATHS.vod(vod.uuid)} tone="primary" icon={Play}>{isRecording(vod) ? t('vod.watch-from-start') : t('vod.play')}</ButtonLink>}
      {vod.playlist_url !== null && <Button icon={Link2} busy={share.busy} onClick={() => { void share.run(); }}>{t('vod.share')}</Button>}
      {admin && <ConvertButton vod={vod} />}
      {admin && <DeleteButton vod={vod} />}
    </div>
  );
}

function ConvertButton({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const convert = useAction(convertVod);
  if (isRecording(vod) || vod.state === 'converting' || vod.playlist_url === null) return null;
  return <Button icon={RefreshCw} busy={convert.busy} onClick={() => { void convert.run(vod.uuid); }}>{vod.files.length > 0 ? t('vod.convert-again') : t('vod.convert')}</Button>;
}

function DeleteButton({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteVod);
  const close = (): void => { setAsking(false); };
  if (isRecording(vod)) return null;
  return (
    <>
      <Button tone="ghost" className="btn-delete" icon={Trash2} disabled={vod.prevent_deletion} onClick={() => { setAsking(true); }}>{t('vod.delete')}</Button>
      <Confirm open={asking} onClose={close} title={t('vod.delete-title')} text={t('vod.delete-text', { title: titleOfVod(vod), size: bytes(vod.total_size, locale) })} action={t('vod.delete')} busy={remove.busy}
        onConfirm={() => { void remove.run(vod.uuid).then((done) => { if (done) close(); }); }} />
    </>
  );
}
