import { type Job } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteJob } from '../../api/job.js';
import { Asked } from '../../components/ui/asked.js';
import { Button } from '../../components/ui/button.js';
import { useAction } from '../../lib/use-action.js';
import { hasEnded, namesOf } from './find-jobs.js';
import { isRunning } from '../../lib/job-rate.js';

/** Stops or clears many jobs by one name with a `*` at its end. */
export function JobsByName({ jobs }: { readonly jobs: readonly Job[] }) {
  const { t } = useTranslation();
  const [pattern, setPattern] = useState('');
  const act = useAction(deleteJob);
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
        <Asked
          button={(ask) => (
            <Button disabled={stops === 0} busy={act.busy} onClick={ask}>
              {t('jobs.stop-n', { count: stops })}
            </Button>
          )}
          title={t('jobs.stop-title', { count: stops })}
          text={t('jobs.stop-text')}
          action={t('jobs.stop-n', { count: stops })}
          busy={act.busy}
          onConfirm={async () => {
            await act.run(pattern.trim());
            return true;
          }}
        />
        <Button
          disabled={clears === 0}
          busy={act.busy}
          onClick={() => {
            void act.run(pattern.trim(), true);
          }}
        >
          {t('jobs.clear-n', { count: clears })}
        </Button>
      </div>
    </form>
  );
}
