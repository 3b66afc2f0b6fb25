import { type Vod } from '#libs/contracts';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { unrecordedOf } from '../vods/unrecorded.js';
import { type Snapshot } from '../vods/capture-status-cache.js';

/**
 * Activity of the workers. `isLeased`: a lease exists, even if the recorder has sent no snapshot to this API yet.
 * `convertedAt`: time of the converter's last report.
 */
export interface LiveReport {
  readonly isLeased: boolean;
  readonly convertedAt: Date | null;
}
export const NO_WORKER: LiveReport = { isLeased: false, convertedAt: null };

interface StatusInput extends LiveReport {
  readonly vod: Pick<VodEntity, 'state' | 'convertState' | 'chat' | 'facts'>;
  readonly snapshot: Snapshot | null;
}

/** A converter reports about every second. After this time without a report it counts as stopped. */
const CONVERTER_TIMEOUT_MS = 60_000;

/**
 * v0's status words for the work on a VOD (docs/reference/v0-api.md#vod). `STOPPED` if the work should run and does
 * not: v0's page then asks "did it crash?".
 */
export function presentStatuses(
  given: StatusInput,
): Pick<Vod, 'api_getCapturingStatus' | 'api_getConvertingStatus' | 'api_getChatDumpStatus'> {
  return {
    api_getCapturingStatus: capturingStatus(given),
    api_getConvertingStatus: convertingStatus(given),
    api_getChatDumpStatus: chatStatus(given),
  };
}

function capturingStatus({ vod, snapshot, isLeased }: StatusInput): string {
  const { state } = vod;
  if (state === 'paused') return unrecordedOf(vod)?.isNow === true ? 'STOPPED' : 'WAITING';
  return state === 'capturing' && (snapshot !== null || isLeased) ? 'RUNNING' : 'STOPPED';
}

function convertingStatus({ vod: { state, convertState }, convertedAt }: StatusInput): string {
  if (state !== 'converting') return 'STOPPED';
  if (convertState === 'queued') return 'WAITING';
  return convertedAt !== null && Date.now() - convertedAt.getTime() < CONVERTER_TIMEOUT_MS ? 'RUNNING' : 'STOPPED';
}

function chatStatus({ vod: { state, chat }, snapshot, isLeased }: StatusInput): string {
  if (chat?.state !== 'recording') return 'STOPPED';
  if (state === 'paused' || state === 'waiting') return 'WAITING';
  return state === 'capturing' && (snapshot ? snapshot.chat !== undefined : isLeased) ? 'RUNNING' : 'STOPPED';
}
