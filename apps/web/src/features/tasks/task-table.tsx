import { type Task } from '#libs/contracts';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { runTask, useTasks } from '../../api/task.js';
import { IconButton } from '../../components/ui/button.js';
import { LoadState } from '../../components/ui/load-state.js';
import { LabelledCell, StackedTable, TablePart } from '../../components/ui/stacked-table.js';
import { Tag } from '../../components/ui/tag.js';
import { clock, dayTime, seconds } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import './task-table.css';

/** Names of schedules, which have texts of their own; all other tasks are internal and keep their names. */
const SCHEDULES = [
  'check_muted_vods',
  'check_deleted_vods',
  'match_vods',
  'clipdownload',
  'clean_up',
  'backup',
  'verify_files',
  'self_test',
] as const;
type Schedule = (typeof SCHEDULES)[number];

const scheduleOf = ({ name }: Task): Schedule | undefined => SCHEDULES.find((one) => one === name);
const isSchedule = ({ interval_s }: Task): boolean => interval_s === null;

/** What the server does on time: schedules, and its own periodic tasks. */
export function TaskTable() {
  const { t } = useTranslation();
  const answer = useTasks();
  if (answer.data === undefined) return <LoadState what={t('tasks.loading')} answer={answer} />;
  return (
    <>
      <TablePart id="tasks-schedules" title={t('tasks.schedules')} help={t('tasks.schedules-help')}>
        <Tasks tasks={answer.data.filter(isSchedule)} />
      </TablePart>
      <details className="table-part task-periodic">
        <summary>{t('tasks.periodic')}</summary>
        <p className="muted">{t('tasks.periodic-help')}</p>
        <Tasks tasks={answer.data.filter((task) => !isSchedule(task))} />
      </details>
    </>
  );
}

function Tasks({ tasks }: { readonly tasks: readonly Task[] }) {
  const { t } = useTranslation();
  const heads = {
    name: t('tasks.name'),
    when: t('tasks.when'),
    last: t('tasks.last'),
    result: t('tasks.result'),
    next: t('tasks.next'),
  };
  return (
    <StackedTable heads={Object.values(heads)} hasButtons>
      {tasks.map((task) => (
        <Row key={task.name} task={task} heads={heads} />
      ))}
    </StackedTable>
  );
}

type Heads = Readonly<Record<'name' | 'when' | 'last' | 'result' | 'next', string>>;

function Row({ task, heads }: { readonly task: Task; readonly heads: Heads }) {
  const { t } = useTranslation();
  const { run, busy } = useAction(runTask);
  const schedule = scheduleOf(task);
  const name = schedule === undefined ? task.name : t(`tasks.of.${schedule}`);
  return (
    <tr>
      <th scope="row">{name}</th>
      <LabelledCell label={heads.when}>
        <When task={task} />
      </LabelledCell>
      <LabelledCell label={heads.last}>
        <Time at={task.last_started_at} />
        {task.last_duration_ms !== null && task.interval_s === null && (
          <span className="dim num"> {clock(task.last_duration_ms)}</span>
        )}
      </LabelledCell>
      <LabelledCell label={heads.result}>
        <Result task={task} />
      </LabelledCell>
      <LabelledCell label={heads.next}>
        <Time at={task.next_run_at} />
      </LabelledCell>
      <td className="row-do">
        <IconButton
          icon={Play}
          label={t('tasks.run', { name })}
          disabled={busy || task.running}
          onClick={() => {
            void run(task.name);
          }}
        />
      </td>
    </tr>
  );
}

function When({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (task.interval_s !== null)
    return <span className="num">{t('tasks.every', { time: seconds(task.interval_s * 1000, locale) })}</span>;
  return (
    <Link className="text-link mono" to={PATHS.setting(`schedule.cron.${task.name}`)}>
      {task.cron ?? t('tasks.off')}
    </Link>
  );
}

function Time({ at }: { readonly at: string | null }) {
  const locale = useLocale();
  const now = useNow();
  return at === null ? (
    <span className="dim">–</span>
  ) : (
    <time className="num" dateTime={at}>
      {dayTime(at, locale, now)}
    </time>
  );
}

function Result({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  if (task.running) return <Tag tone="accent">{t('tasks.running')}</Tag>;
  if (task.result === 'failed')
    return (
      <>
        <Tag tone="warn">{t('tasks.failed')}</Tag> <span className="warn">{task.error ?? ''}</span>
      </>
    );
  if (task.result === null) return <span className="dim">–</span>;
  return <span>{task.outcome === '' ? t('tasks.ok') : task.outcome}</span>;
}
