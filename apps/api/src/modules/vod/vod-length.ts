import { type Snapshot } from '../../workflows/live-snapshots.js';
import { type VodEntity } from './vod.entity.js';

/** How long the file is, or has grown, ms: the larger of what the row says and what its recorder told. */
export const lengthMs = ({ mediaMs }: Pick<VodEntity, 'mediaMs'>, live: Snapshot | null): number => Math.max(mediaMs, live?.mediaMs ?? 0);
