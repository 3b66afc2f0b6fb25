import { type View, type VodStage } from '#libs/contracts';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodStageEntity } from '../persistence/entities/vod-stage.entity.js';
import { type StageWithJob } from '../persistence/repositories/vod-stage.repository.js';
import { STAGE_NAMES } from '../vods/stage-names.js';

export function presentStage({ stage, job }: StageWithJob): View<typeof VodStage> {
  const { kind, status, runs, startedAt, endedAt } = stage;
  const { result, progress, log } = status === 'running' && job ? workOf(job) : resultOf(stage);
  return {
    kind,
    name: STAGE_NAMES[kind],
    status,
    result: result ?? '',
    job: stage.job,
    progress,
    log: log.map(({ at, message }) => ({ at, text: message })),
    started_at: startedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    runs,
    can_restart: status !== 'running',
  };
}

const workOf = ({ note, progress, log }: JobEntity) => ({
  result: note,
  progress: Math.min(1, Math.max(0, progress)),
  log,
});
const resultOf = ({ result, log }: VodStageEntity) => ({ result, progress: 0, log });
