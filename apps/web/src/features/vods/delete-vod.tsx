import { type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteVod } from '../../api/vod.js';
import { Confirm } from '../../components/ui/confirm.js';
import { bytes } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { siteStateOf } from './vod-state.js';
import { titleOfVod } from './vod-title.js';

/** Asks before a VOD is deleted. Asks again if the site's copy is deleted, because this is then the only copy. */
export function DeleteVodDialog({ vod, onClose }: { readonly vod: Vod; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [sure, setSure] = useState(false);
  const remove = useAction(deleteVod);
  const isOnly = siteStateOf(vod) === 'deleted';
  const go = (): void => {
    void remove.run(vod.uuid).then((done) => {
      if (done) onClose();
    });
  };
  if (isOnly && sure)
    return (
      <Confirm
        key="sure"
        open
        onClose={onClose}
        title={t('vod.delete-only-title')}
        text={t('vod.delete-only-text')}
        action={t('vod.delete-only')}
        busy={remove.busy}
        onConfirm={go}
      />
    );
  return (
    <Confirm
      key="ask"
      open
      onClose={onClose}
      title={t('vod.delete-title')}
      text={t('vod.delete-text', { title: titleOfVod(vod), size: bytes(vod.total_size, locale) })}
      action={t('common.delete')}
      busy={remove.busy}
      onConfirm={
        isOnly
          ? () => {
              setSure(true);
            }
          : go
      }
    />
  );
}
