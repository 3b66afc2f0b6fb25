import { type Job } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteJob } from '../../api/delete-job.js';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { useAction } from '../../lib/use-action.js';
import { hasEnded, namesOf } from './find-jobs.js';
import { isRunning } from '../../lib/job-rate.js';

/** Stops or clears many jobs by one name with a `*` at its end. */
export function JobsByName({ jobs }: { readonly jobs: readonly Job[] }) {
  const { t } = useTranslation();
  const [pattern, setPattern] = useState('');
  const [asking, setAsking] = useState(false);
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
        <Button
          disabled={stops === 0}
          busy={act.busy}
          onClick={() => {
            setAsking(true);
          }}
        >
          {t('jobs.stop-n', { count: stops })}
        </Button>
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
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        title={t('jobs.stop-title', { count: stops })}
        text={t('jobs.stop-text')}
        action={t('jobs.stop-n', { count: stops })}
        busy={act.busy}
        onConfirm={() => {
          void act.run(pattern.trim()).then(() => {
            setAsking(false);
          });
        }}
      />
    </form>
  );
}
