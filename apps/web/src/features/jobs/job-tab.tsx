import { Popover } from '@base-ui/react/popover';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useJobs } from '../../api/job.js';
import { clock } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { Meter } from '../../components/ui/meter.js';
import { isRunning, totalProgress } from '../../lib/job-progress.js';
import { JobRow } from './job-row.js';
import './job-tab.css';

/** The job status tab: one line that is always visible, and a list that opens. */
export function JobTab() {
  const { t } = useTranslation();
  const { data: jobs = [] } = useJobs();
  const { running, progress, leftMs } = totalProgress(jobs);
  const failed = jobs.filter((j) => j.status === 'ERROR').length;
  return (
    <Popover.Root>
      <Popover.Trigger className={running + failed === 0 ? 'tab tab-idle' : 'tab'}>
        {running > 0 ? (
          <span className="num">{t('jobs.count', { count: running })}</span>
        ) : (
          <span className={`muted${failed > 0 ? ' tab-quiet' : ''}`}>{t('jobs.none')}</span>
        )}
        {progress !== null && (
          <span className="tab-meter">
            <Meter value={progress} label={t('jobs.progress')} />
          </span>
        )}
        {leftMs !== null && <span className="muted num tab-left">{t('jobs.left', { time: clock(leftMs) })}</span>}
        {failed > 0 && <span className="warn num">{t('jobs.failed', { count: failed })}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={8} collisionPadding={12} className="above">
          <Popover.Popup className="jobs">
            <div className="jobs-top">
              <Popover.Title className="jobs-title">{t('page.jobs')}</Popover.Title>
              <Popover.Close className="jobs-all" render={<Link to={PATHS.jobs} />} nativeButton={false}>
                {t('jobs.all')}
              </Popover.Close>
            </div>
            {jobs.length === 0 && <p className="jobs-none">{t('jobs.none')}</p>}
            {[...jobs]
              .sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
              .map((job) => (
                <JobRow key={job.name} job={job} />
              ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
