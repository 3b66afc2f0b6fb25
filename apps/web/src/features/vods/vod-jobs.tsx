import { type Job, type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../../api/job.js';
import { CancelJob } from '../../components/cancel-job.js';
import { Meter } from '../../components/ui/meter.js';
import { clock, percent } from '../../lib/format.js';
import { isRunning, rateOf } from '../../lib/job-progress.js';
import { useLocale } from '../../lib/use-locale.js';
import './vod-jobs.css';

/** Running jobs of this VOD, with progress and time left. */
export function VodJobs({ vod }: { readonly vod: Vod }) {
  const { data: jobs = [] } = useJobs();
  const going = jobs.filter((job) => job.vod_uuid === vod.uuid && job.kind !== 'capture' && isRunning(job));
  return going.length === 0 ? null : (
    <ul className="vod-jobs">
      {going.map((job) => (
        <OneJob key={job.name} job={job} />
      ))}
    </ul>
  );
}

function OneJob({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const running = job.status === 'RUNNING';
  const details = [
    running ? percent(job.progress, locale) : t(`jobs.status.${job.status}`),
    rateOf(job, locale),
    job.left_ms === null ? '' : t('jobs.left', { time: clock(job.left_ms) }),
    job.note,
  ];
  const name = t(`jobs.kind.${job.kind}`);
  return (
    <li>
      <b>{name}</b>
      <Meter value={running ? job.progress : null} label={t('jobs.progress-of', { name })} />
      <span className="muted num cut">{details.filter((detail) => detail !== '').join(' · ')}</span>
      <CancelJob job={job} />
    </li>
  );
}
