import { type View, type VodStage } from '#libs/contracts';
import { STAGE_NAMES } from '../vods/stage-names.js';
import { type StageWithJob } from '../persistence/repositories/vod-stage.repository.js';

export function presentStage({ stage, job }: StageWithJob): View<typeof VodStage> {
  const isRunning = stage.status === 'running';
  const log = isRunning ? (job?.log ?? []) : stage.log;
  return {
    kind: stage.kind,
    name: STAGE_NAMES[stage.kind],
    status: stage.status,
    result: (isRunning ? job?.note : stage.result) ?? '',
    job: stage.job,
    progress: isRunning ? Math.min(1, Math.max(0, job?.progress ?? 0)) : 0,
    log: log.map(({ at, message }) => ({ at, text: message })),
    started_at: stage.startedAt?.toISOString() ?? null,
    ended_at: stage.endedAt?.toISOString() ?? null,
    runs: stage.runs,
    can_restart: !isRunning,
  };
}
