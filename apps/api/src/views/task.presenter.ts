import { type Task, type View } from '#libs/contracts';
import { type TaskRecord } from '../platform/scheduler/task-records.js';

export function presentTask(task: TaskRecord): View<typeof Task> {
  return {
    name: task.name,
    interval_s: task.intervalMs === null ? null : task.intervalMs / 1000,
    cron: task.cron,
    job: task.job,
    outcome: task.outcome ?? '',
    where: task.where,
    node: task.node,
    running: task.isRunning,
    last_started_at: isoText(task.lastStartedAt),
    last_ended_at: isoText(task.lastEndedAt),
    last_ok_at: isoText(task.lastOkAt),
    last_duration_ms: task.lastDurationMs,
    result: resultOf(task),
    error: task.lastError,
    next_run_at: isoText(task.nextRunAt),
    runs: task.runs,
    failures: task.failures,
  };
}

const isoText = (at: Date | null): string | null => at?.toISOString() ?? null;

function resultOf({ lastEndedAt, lastError }: TaskRecord): Task['result'] {
  if (lastEndedAt === null) return null;
  return lastError === null ? 'ok' : 'failed';
}
