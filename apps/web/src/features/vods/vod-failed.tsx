import { type Vod } from '#libs/contracts';
import { Trash2, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixIssues, useVodAction } from '../../api/vod.js';
import { useIsAdmin } from '../../api/auth.js';
import { Button } from '../../components/ui/button.js';
import { Notice } from '../../components/ui/notice.js';
import { DeleteVodDialog } from './delete-vod.js';

/** A VOD that failed: why, and the two things that can be done (spec V8). */
export function VodFailed({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const [deleting, setDeleting] = useState(false);
  const fix = useVodAction(fixIssues);
  return (
    <Notice tone="rec" title={t('vod.failed')} text={vod.state_reason}>
      {admin && (
        <>
          <Button
            size="small"
            icon={Wrench}
            busy={fix.busy}
            onClick={() => {
              void fix.run(vod.uuid);
            }}
          >
            {t('vod.fix')}
          </Button>
          <Button
            size="small"
            tone="ghost"
            className="btn-delete"
            icon={Trash2}
            disabled={vod.prevent_deletion}
            onClick={() => {
              setDeleting(true);
            }}
          >
            {t('common.delete')}
          </Button>
          {deleting && (
            <DeleteVodDialog
              vod={vod}
              onClose={() => {
                setDeleting(false);
              }}
            />
          )}
        </>
      )}
    </Notice>
  );
}
