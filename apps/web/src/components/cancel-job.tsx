import { type Job } from '#libs/contracts';
import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deleteJob } from '../api/job.js';
import { useAction } from '../lib/use-action.js';
import { isRunning } from '../lib/job-progress.js';
import { IconButton } from './ui/button.js';

/** The button that cancels a running job, if it can be cancelled. */
export function CancelJob({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const { run, busy } = useAction(deleteJob);
  if (!job.can_cancel || !isRunning(job)) return null;
  return (
    <IconButton
      icon={Ban}
      label={t('jobs.cancel')}
      disabled={busy}
      onClick={() => {
        void run(job.name);
      }}
    />
  );
}
