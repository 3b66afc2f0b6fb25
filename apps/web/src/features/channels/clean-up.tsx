import { type Channel, type CleanupPreview } from '#libs/contracts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cleanChannel, useCleanupPreview } from '../../api/cleanup.js';
import { CleanupPlan } from '../../components/cleanup/cleanup-plan.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { LoadState } from '../../components/ui/load-state.js';
import { bytes } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import './clean-up.css';

/** Shows what a clean-up would delete and why, before it starts. */
export function CleanUpDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const answer = useCleanupPreview(channel.uuid);
  const { data, isValidating } = answer;
  return (
    <Modal open wide onClose={onClose} title={t('cleanup.title', { name: channel.displayName })}>
      {data !== undefined && !isValidating ? (
        <Plan uuid={channel.uuid} preview={data} onClose={onClose} />
      ) : (
        <LoadState what={t('cleanup.loading')} answer={answer} />
      )}
    </Modal>
  );
}

interface PlanProps {
  readonly uuid: string;
  readonly preview: CleanupPreview;
  readonly onClose: () => void;
}

function Plan({ uuid, preview, onClose }: PlanProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const clean = useAction(() => cleanChannel(uuid));
  const { goes, freed_bytes, limits } = preview;
  return (
    <>
      <Limits limits={limits} />
      {goes.length === 0 && (
        <EmptyState icon={Sparkles} title={t('cleanup.nothing')} text={t('cleanup.nothing-text')} />
      )}
      <CleanupPlan preview={preview} />
      <div className="modal-foot">
        {goes.length > 0 && <span className="muted grow cleanup-undo">{t('cleanup.no-undo')}</span>}
        <Button onClick={onClose}>{goes.length === 0 ? t('common.close') : t('common.cancel')}</Button>
        {goes.length > 0 && (
          <Button
            tone="danger"
            busy={clean.busy}
            onClick={() => {
              void clean.run().then((done) => {
                if (done) onClose();
              });
            }}
          >
            {t('cleanup.do', { count: goes.length, size: bytes(freed_bytes, locale) })}
          </Button>
        )}
      </div>
    </>
  );
}

function Limits({ limits }: Pick<CleanupPreview, 'limits'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (limits === null) return <p className="modal-text">{t('cleanup.off')}</p>;
  const { vods, bytes: size, age_days } = limits;
  const parts = [
    vods === null ? '' : vods === 0 ? t('cleanup.keep-none') : t('cleanup.keep-vods', { count: vods }),
    size === null ? '' : t('cleanup.keep-bytes', { size: bytes(size, locale) }),
    age_days === null ? '' : t('cleanup.keep-days', { count: age_days }),
  ].filter((text) => text !== '');
  return (
    <p className="modal-text">
      {parts.length === 0 ? t('cleanup.no-limits') : t('cleanup.limits', { limits: parts.join(', ') })}
    </p>
  );
}
