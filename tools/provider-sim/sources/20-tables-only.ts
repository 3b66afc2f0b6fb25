import type { SourceSpec } from './source-spec.js';

const PACKET = 188;
const PAT_AND_PMT = 2 * PACKET;

/** PAT and PMT are the second and third packet of a segment of ffmpeg, behind its SDT. */
const tablesOf = (body: Buffer): Buffer => body.subarray(PACKET, PACKET + PAT_AND_PMT);

/** Nobody publishes: the list grows, and its segments hold only PAT and PMT. It never counts as live. */
export const tablesOnly = (): SourceSpec => ({ name: '20-tables-only', bodyOf: tablesOf });
