import { captureJobName } from '../vods/job-names.js';
import { type Job, type View } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { isOpen, type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type Snapshot } from '../vods/capture-status-cache.js';

export function presentJob(job: JobEntity): View<typeof Job> {
  const open = isOpen(job);
  return {
    name: job.name,
    pid: job.pid,
    process_running: job.status === 'RUNNING',
    status: job.status,
    progress: Math.min(1, Math.max(0, job.progress)),
    dt_started_at: job.startedAt.toISOString(),
    kind: job.kind,
    node: job.node,
    vod_uuid: job.vodUuid,
    title: job.title,
    rate: open ? job.rate : null,
    unit: job.unit,
    left_ms: open ? job.leftMs : null,
    note: job.note ?? '',
    log: job.log.map(({ at, message }) => ({ at, text: message })),
    error: job.error,
    can_retry: job.status === 'ERROR' || job.status === 'STOPPED',
    can_cancel: open,
  };
}

/** Presents a capture as a job for v0 clients. A capture is an assignment, not a queued job. */
export function presentCapture(vod: VodEntity, snapshot: Snapshot | null): View<typeof Job> {
  const running = vod.state === 'capturing';
  return {
    name: captureJobName(vod),
    pid: null,
    process_running: running,
    status: running ? 'RUNNING' : 'WAITING',
    progress: 0,
    dt_started_at: (vod.captureStarted ?? vod.createdAt).toISOString(),
    kind: 'capture',
    node: snapshot?.recorder ?? null,
    vod_uuid: vod.uuid,
    title: verbatim(vod.basename),
    rate: snapshot ? snapshot.bitrate / 8 : null,
    unit: 'bytes',
    left_ms: null,
    note: vod.stateReason ?? '',
    log: [],
    error: null,
    can_retry: false,
    can_cancel: true,
  };
}
