import { type Job } from '#libs/contracts';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteJob, useJobs } from '../../api/job.js';
import { Button } from '../../components/ui/button.js';
import { Select } from '../../components/ui/select.js';
import { ConfirmButton } from '../../components/ui/confirm.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { LoadState } from '../../components/ui/load-state.js';
import { isRunning } from '../../lib/job-progress.js';
import { useAction } from '../../lib/use-action.js';
import { findJobs, hasEnded, JOB_VIEWS, type JobView, namesOf } from './find-jobs.js';
import { JobRow } from './job-row.js';
import './job-tab.css';

/** All jobs: running ones first, then ended ones. */
export function JobList() {
  const { t } = useTranslation();
  const answer = useJobs();
  const [view, setView] = useState<JobView>('all');
  const [query, setQuery] = useState('');
  if (answer.data === undefined) return <LoadState what={t('jobs.loading')} answer={answer} />;
  const shown = findJobs(answer.data, view, query);
  return (
    <div className="job-page">
      <div className="list-bar">
        <div className="job-pick">
          <Select<JobView>
            label={t('jobs.view')}
            value={view}
            options={JOB_VIEWS.map((value) => ({ value, label: t(`jobs.view.${value}`) }))}
            onChange={setView}
          />
        </div>
        <SearchInput label={t('jobs.find')} value={query} onChange={setQuery} />
        <span className="grow" />
        <ClearEnded jobs={answer.data} />
      </div>
      {shown.length === 0 ? (
        <p className="jobs-none">{answer.data.length === 0 ? t('jobs.none-at-all') : t('jobs.none-fits')}</p>
      ) : (
        shown.map((job) => <JobRow key={job.name} job={job} />)
      )}
      {answer.data.length > 0 && <JobsByName jobs={answer.data} />}
    </div>
  );
}

function ClearEnded({ jobs }: { readonly jobs: readonly Job[] }) {
  const { t } = useTranslation();
  const ended = jobs.filter(hasEnded).length;
  const clear = useAction(() => deleteJob('*', true));
  return (
    <Button
      icon={Eraser}
      busy={clear.busy}
      disabled={ended === 0}
      onClick={() => {
        void clear.run();
      }}
    >
      {t('jobs.clear-ended', { count: ended })}
    </Button>
  );
}

/** Stops or clears many jobs by one name with a final `*`. */
function JobsByName({ jobs }: { readonly jobs: readonly Job[] }) {
  const { t } = useTranslation();
  const [pattern, setPattern] = useState('');
  const remove = useAction(deleteJob);
  const meant = new Set(namesOf(jobs, pattern.trim()));
  const hit = jobs.filter((job) => meant.has(job.name));
  const [stops, clears] = [hit.filter(isRunning).length, hit.filter(hasEnded).length];
  return (
    <form
      className="job-names"
      onSubmit={(e) => {
        e.preventDefault();
      }}
    >
      <label htmlFor="job-pattern">{t('jobs.by-name')}</label>
      <p className="muted">{t('jobs.by-name-help')}</p>
      <div className="button-row">
        <input
          id="job-pattern"
          className="input mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={pattern}
          onChange={(e) => {
            setPattern(e.target.value);
          }}
        />
        <ConfirmButton
          button={(openConfirm) => (
            <Button disabled={stops === 0} busy={remove.busy} onClick={openConfirm}>
              {t('jobs.stop-n', { count: stops })}
            </Button>
          )}
          title={t('jobs.stop-title', { count: stops })}
          text={t('jobs.stop-text')}
          action={t('jobs.stop-n', { count: stops })}
          busy={remove.busy}
          onConfirm={async () => {
            await remove.run(pattern.trim());
            return true;
          }}
        />
        <Button
          disabled={clears === 0}
          busy={remove.busy}
          onClick={() => {
            void remove.run(pattern.trim(), true);
          }}
        >
          {t('jobs.clear-n', { count: clears })}
        </Button>
      </div>
    </form>
  );
}
