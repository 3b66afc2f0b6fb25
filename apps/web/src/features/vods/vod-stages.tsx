import { type Vod, type VodStage } from '#libs/contracts';
import { Check, CircleDashed, LoaderCircle, type LucideIcon, Minus, RotateCcw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { restartStage, useVodStages } from '../../api/vod-stage.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { Meter } from '../../components/ui/meter.js';
import { clock, dayTime, timeWithSeconds } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { isRecording } from './vod-state.js';
import './vod-stages.css';

const ICONS = {
  waiting: CircleDashed,
  running: LoaderCircle,
  done: Check,
  failed: TriangleAlert,
  skipped: Minus,
} as const satisfies Record<VodStage['status'], LucideIcon>;

/** What follows the recording, as a timeline; each step can be run again. */
export function VodStages({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const { data: stages } = useVodStages(vod);
  if (stages === undefined || isRecording(vod)) return null;
  return (
    <section className="vod-stages">
      <h3>{t('stages.title')}</h3>
      {stages.length === 0 ? (
        <None vod={vod} />
      ) : (
        <ol>
          {stages.map((stage) => (
            <Stage key={stage.kind} vod={vod} stage={stage} />
          ))}
        </ol>
      )}
    </section>
  );
}

function None({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const { run, busy } = useAction(restartStage);
  return (
    <>
      <p className="muted">{t('stages.none')}</p>
      <Button
        size="small"
        busy={busy}
        onClick={() => {
          void run(vod.uuid, 'match');
        }}
      >
        {t('stages.run')}
      </Button>
    </>
  );
}

function Stage({ vod, stage }: { readonly vod: Vod; readonly stage: VodStage }) {
  const { t } = useTranslation();
  const { run, busy } = useAction(restartStage);
  const Icon = ICONS[stage.status];
  return (
    <li className={`vod-stage vod-stage-${stage.status}`}>
      <Icon className="vod-stage-icon" size={16} aria-hidden="true" />
      <div>
        <p className="vod-stage-head">
          <b>{stage.name}</b> <span className="muted">{t(`stages.status.${stage.status}`)}</span>
        </p>
        <Times stage={stage} />
        {stage.status === 'running' && (
          <Meter
            value={stage.progress > 0 ? stage.progress : null}
            label={t('jobs.progress-of', { name: stage.name })}
          />
        )}
        {stage.result !== '' && <p className={stage.status === 'failed' ? 'warn' : 'muted'}>{stage.result}</p>}
        <Log stage={stage} />
      </div>
      {stage.can_restart && (
        <IconButton
          icon={RotateCcw}
          label={t('stages.restart', { name: stage.name })}
          disabled={busy}
          onClick={() => {
            void run(vod.uuid, stage.kind);
          }}
        />
      )}
    </li>
  );
}

/** When it started, and how long it took. */
function Times({ stage: { started_at: started, ended_at: ended, runs } }: { readonly stage: VodStage }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const at = started ?? ended;
  const parts = [
    at === null ? '' : dayTime(at, locale, now),
    started === null || ended === null
      ? ''
      : t('stages.took', { time: clock(Math.max(0, Date.parse(ended) - Date.parse(started))) }),
    runs > 1 ? t('stages.runs', { n: runs }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : <p className="muted num">{parts.join(' · ')}</p>;
}

function Log({ stage: { log } }: { readonly stage: VodStage }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (log.length < 2) return null;
  return (
    <details className="job-log">
      <summary>{t('jobs.log')}</summary>
      <ol>
        {log.map((line, i) => (
          <li key={`${line.at}-${i}`}>
            <span className="dim num">{timeWithSeconds(line.at, locale)}</span> {line.text}
          </li>
        ))}
      </ol>
    </details>
  );
}
