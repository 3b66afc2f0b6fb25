import { type Vod } from '#libs/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteSegment, useVodAction } from '../../api/vod.js';
import { useIsAdmin } from '../../api/auth.js';
import { Confirm } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/button.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { Tag } from '../../components/ui/tag.js';
import { bytes } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { isRecording } from './vod-state.js';

type Segment = Vod['segments'][number];

/** v0's segments: the finished files of a VOD, and deleted ones that stay in the list. */
export function VodFiles({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const admin = useIsAdmin();
  const [asking, setAsking] = useState<number | null>(null);
  const file = asking === null ? undefined : vod.segments[asking];
  if (isRecording(vod)) return null;
  return (
    <section>
      <h3>{t('segments.title')}</h3>
      {vod.segments.length === 0 && <p className="muted">{t('segments.none')}</p>}
      <ul className="item-list">
        {vod.segments.map((s, i) => (
          <li key={s.basename}>
            <span className={`mono item-name${s.deleted ? ' dim' : ''}`}>{s.basename}</span>
            <span className="dim num segment-size">{sizeOf(s)}</span>
            {s.deleted && (
              <Tag tone={s.missing ? 'warn' : 'plain'}>{t(s.missing ? 'segments.missing' : 'segments.deleted')}</Tag>
            )}
            {admin && !vod.prevent_deletion && (
              <IconButton
                icon={Trash2}
                label={t('segments.delete', { name: s.basename })}
                onClick={() => {
                  setAsking(i);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {asking !== null && file !== undefined && (
        <DeleteFile
          vod={vod}
          index={asking}
          file={file}
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
    </section>
  );

  function sizeOf(s: Segment): string {
    if (s.deleted) return '';
    return s.filesize > 0 ? bytes(s.filesize, locale) : t('segments.no-size');
  }
}

function DeleteFile({
  vod,
  index,
  file,
  onClose,
}: {
  readonly vod: Vod;
  readonly index: number;
  readonly file: Segment;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [keep, setKeep] = useState(false);
  const remove = useVodAction(deleteSegment, t('segments.deleting'));
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('segments.delete-title')}
      text={t(file.deleted ? 'segments.delete-entry' : 'segments.delete-text', {
        name: file.basename,
        size: bytes(file.filesize, locale),
      })}
      action={t('common.delete')}
      busy={remove.busy}
      onConfirm={() => {
        void remove.run(vod.uuid, index, keep && !file.deleted).then((done) => {
          if (done) onClose();
        });
      }}
    >
      {!file.deleted && <SwitchRow label={t('segments.keep')} checked={keep} onChange={setKeep} />}
    </Confirm>
  );
}
