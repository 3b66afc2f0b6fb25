import { type Job } from '#libs/contracts';
import { RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deleteJob, retryJob } from '../../api/job.js';
import { CancelJob } from '../../components/cancel-job.js';
import { IconButton } from '../../components/ui/button.js';
import { Meter } from '../../components/ui/meter.js';
import { Tag, type Tone } from '../../components/ui/tag.js';
import { clock, percent, timeWithSeconds } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { hasKnownEnd, isRunning, rateOf } from '../../lib/job-progress.js';

const TONE = {
  NONE: 'plain',
  WAITING: 'plain',
  RUNNING: 'accent',
  STOPPED: 'plain',
  ERROR: 'warn',
} as const satisfies Record<Job['status'], Tone>;

export function JobRow({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const running = isRunning(job);
  return (
    <div className="job">
      <div className="job-head">
        <span className="job-title cut" title={job.name}>
          <span className="job-kind">{t(`jobs.kind.${job.kind}`)}</span> {job.title === '' ? job.name : job.title}
        </span>
        <Tag
          tone={job.kind === 'capture' && job.status === 'RUNNING' ? 'rec' : TONE[job.status]}
          dot={job.kind === 'capture' && running}
          pulse={running}
        >
          {t(`jobs.status.${job.status}`)}
        </Tag>
        <JobTools job={job} />
      </div>
      {running && job.kind !== 'capture' && <JobMeter job={job} />}
      <JobDetails job={job} />
      {job.error !== null && job.error !== '' && <p className="job-error">{job.error}</p>}
      <JobLog job={job} />
    </div>
  );
}

function JobLog({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (job.log.length === 0) return null;
  return (
    <details className="job-log">
      <summary>{t('jobs.log')}</summary>
      <ol>
        {job.log.map((line, i) => (
          <li key={`${line.at}-${i}`}>
            <span className="dim num">{timeWithSeconds(line.at, locale)}</span> {line.text}
          </li>
        ))}
      </ol>
    </details>
  );
}

function JobMeter({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  return <Meter value={hasKnownEnd(job) ? job.progress : null} label={t('jobs.progress-of', { name: job.title })} />;
}

function JobDetails({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const parts = [
    hasKnownEnd(job) ? percent(job.progress, locale) : '',
    ...(isRunning(job)
      ? [rateOf(job, locale), job.left_ms === null ? '' : t('jobs.left', { time: clock(job.left_ms) }), job.note]
      : []),
    job.node ?? '',
    job.pid === null ? '' : t('jobs.pid', { pid: String(job.pid) }),
  ];
  const factLine = parts.filter((f) => f !== '').join(' · ');
  return factLine === '' ? null : <p className="job-facts num">{factLine}</p>;
}

function JobTools({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const stop = useAction(deleteJob);
  const retry = useAction(retryJob);
  return (
    <span className="job-tools">
      {job.can_retry && (
        <IconButton
          icon={RotateCcw}
          label={t('common.retry')}
          disabled={retry.busy}
          onClick={() => {
            void retry.run(job.name);
          }}
        />
      )}
      <CancelJob job={job} />
      {!isRunning(job) && (
        <IconButton
          icon={X}
          label={t('jobs.clear')}
          disabled={stop.busy}
          onClick={() => {
            void stop.run(job.name, true);
          }}
        />
      )}
    </span>
  );
}
