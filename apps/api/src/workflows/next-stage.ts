import { type StageKind, type VodStage } from '#libs/contracts';
import { STAGE_NEEDS } from '#libs/domain';

/** What decides which stage of a VOD starts next. Times in ms since the Unix epoch. */
export interface StageState {
  readonly kind: StageKind;
  readonly status: VodStage['status'];
  readonly notBefore: number | null;
  /** The job of a running stage waits for something outside, with a time of its next try. */
  readonly isJobWaiting: boolean;
}

/**
 * The stage that may start now: the first one that waits, whose needs have ended. One stage of a VOD works at a time;
 * a stage that waits for a site holds up only those that need it.
 */
export function nextStage<S extends StageState>(stages: readonly S[], now: number): S | null {
  if (stages.some(({ status, isJobWaiting }) => status === 'running' && !isJobWaiting)) return null;
  const isOpen = (kind: StageKind): boolean =>
    stages.some((stage) => stage.kind === kind && (stage.status === 'waiting' || stage.status === 'running'));
  return (
    stages.find(
      ({ kind, status, notBefore }) =>
        status === 'waiting' && (notBefore ?? 0) <= now && STAGE_NEEDS[kind]?.some(isOpen) !== true,
    ) ?? null
  );
}
