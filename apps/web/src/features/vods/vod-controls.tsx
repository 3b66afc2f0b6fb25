import { type Vod } from '#libs/contracts';
import { Link2, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { shareVod } from '../../api/vod.js';
import { useIsAdmin } from '../../api/auth.js';
import { Button, ButtonLink } from '../../components/ui/button.js';
import { PATHS } from '../../lib/paths.js';
import { copyText } from '../../lib/copy-text.js';
import { useAction } from '../../lib/use-action.js';
import { DeleteVodDialog } from './delete-vod.js';
import { EditVodDialog } from './edit-vod.js';
import { VodMenu } from './vod-menu.js';
import { isRecording } from './vod-state.js';

export const isPlayable = (vod: Pick<Vod, 'playlist_url' | 'files' | 'media_ms'>): boolean =>
  (vod.playlist_url !== null && vod.media_ms > 0) || vod.files.length > 0;

export function VodControls({ vod, playing }: { readonly vod: Vod; readonly playing: boolean }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  return (
    <div className="vod-controls">
      {!playing && isPlayable(vod) && (
        <ButtonLink to={PATHS.vod(vod.uuid)} tone="primary" icon={Play}>
          {isRecording(vod) ? t('vod.watch-from-start') : t('vod.play')}
        </ButtonLink>
      )}
      {isPlayable(vod) && <CopyPlayerAddress uuid={vod.uuid} />}
      {admin && <Tools vod={vod} />}
    </div>
  );
}

/** Copies a signed address for players such as VLC; shows it if the browser does not allow copying. */
function CopyPlayerAddress({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation();
  const copy = useAction(async () => {
    const url = await shareVod(uuid);
    if (await copyText(url)) toast.success(t('vod.player-address-copied'));
    else toast(url, { duration: 20_000 });
    return { message: '' };
  });
  return (
    <Button
      icon={Link2}
      busy={copy.busy}
      onClick={() => {
        void copy.run();
      }}
    >
      {t('vod.copy-player-address')}
    </Button>
  );
}

function Tools({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = (): void => {
    setDialog(null);
  };
  return (
    <>
      <Button
        icon={Pencil}
        onClick={() => {
          setDialog('edit');
        }}
      >
        {t('edit.open')}
      </Button>
      <VodMenu vod={vod} />
      {!isRecording(vod) && vod.state !== 'failed' && (
        <Button
          tone="ghost"
          className="btn-delete"
          icon={Trash2}
          disabled={vod.prevent_deletion}
          {...(vod.prevent_deletion ? { title: t('vod.delete-prevented') } : {})}
          onClick={() => {
            setDialog('delete');
          }}
        >
          {t('common.delete')}
        </Button>
      )}
      {dialog === 'edit' && <EditVodDialog vod={vod} onClose={close} />}
      {dialog === 'delete' && <DeleteVodDialog vod={vod} onClose={close} />}
    </>
  );
}
