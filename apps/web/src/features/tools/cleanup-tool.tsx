import { type CleanupPreview } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanAll, useWholeCleanup } from '../../api/cleanup.js';
import { CleanupPlan } from '../../components/cleanup/cleanup-plan.js';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { LoadState } from '../../components/ui/load-state.js';
import { bytes } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { AutomaticCleanup } from './automatic-cleanup.js';

/** A clean-up of all channels: first a preview with reasons, then the clean-up. */
export function CleanupTool() {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const answer = useWholeCleanup(wanted);
  const openPreview = (): void => {
    if (wanted) void answer.mutate();
    else setWanted(true);
  };
  return (
    <section>
      <h2>{t('tools.cleanup')}</h2>
      <p className="muted">{t('tools.cleanup-help')}</p>
      <AutomaticCleanup />
      <Button busy={answer.isValidating} onClick={openPreview}>
        {wanted ? t('tools.cleanup-again') : t('tools.cleanup-look')}
      </Button>
      {wanted && answer.data === undefined && <LoadState what={t('cleanup.loading')} answer={answer} />}
      {answer.data && (
        <Outcome
          preview={answer.data}
          onDone={() => {
            void answer.mutate();
          }}
        />
      )}
    </section>
  );
}

function Outcome({ preview, onDone }: { readonly preview: CleanupPreview; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const clean = useAction(cleanAll);
  const count = preview.goes.length;
  const size = bytes(preview.freed_bytes, locale);
  return (
    <div className="cleanup-outcome">
      {count === 0 ? (
        <p role="status">{t('tools.cleanup-nothing')}</p>
      ) : (
        <p role="status">{t('tools.cleanup-goes', { count, size })}</p>
      )}
      <CleanupPlan preview={preview} channels />
      {count > 0 && (
        <Button
          tone="danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          {t('tools.cleanup-do', { count })}
        </Button>
      )}
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        title={t('tools.cleanup-title', { count })}
        text={t('tools.cleanup-text', { size })}
        action={t('tools.cleanup-do', { count })}
        busy={clean.busy}
        onConfirm={() => {
          void clean.run().then(() => {
            setAsking(false);
            onDone();
          });
        }}
      />
    </div>
  );
}
