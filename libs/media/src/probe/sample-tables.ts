import { type PacketScan } from './packet-scan.js';

/**
 * The tables of one track that tell times (ISO 14496-12 sections 8.6.1 and 8.6.2): contents of the boxes as they are.
 */
export interface SampleTables {
  readonly ticksPerSecond: number;
  /** Added to every presentation time: what the edit list moves the track by. */
  readonly shiftTicks: number;
  readonly stts: Buffer;
  readonly ctts: Buffer | null;
  /** Null: every sample is a keyframe. */
  readonly stss: Buffer | null;
}

const FULL_BOX = 4;
const COUNT = 4;

/** A table of (count, value) pairs, one value at a time. */
class RunLengths {
  private at = FULL_BOX + COUNT;
  private left = 0;
  private value = 0;
  constructor(private readonly table: Buffer) {}

  /** Null behind the last one. */
  next(): number | null {
    while (this.left === 0) {
      if (this.at + 8 > this.table.length) return null;
      this.left = this.table.readUInt32BE(this.at);
      this.value = this.table.readInt32BE(this.at + 4);
      this.at += 8;
    }
    this.left -= 1;
    return this.value;
  }
}

/** What ffprobe's packets of the track would say, without reading the media. Null when there is no sample. */
export function scanTables({ ticksPerSecond, shiftTicks, stts, ctts, stss }: SampleTables): PacketScan | null {
  const lengths = new RunLengths(stts);
  const offsets = ctts && new RunLengths(ctts);
  const isKeyframe = keyframeTest(stss);
  const keyframes: number[] = [];
  let [packets, dts, first, last, end, minStep, maxStep] = [0, 0, Infinity, -Infinity, -Infinity, Infinity, 0];
  for (
    let length = lengths.next(), before: number | null = null;
    length !== null;
    before = length, length = lengths.next()
  ) {
    const pts = dts + (offsets?.next() ?? 0) + shiftTicks;
    packets += 1;
    if (before !== null) [minStep, maxStep] = [Math.min(minStep, before), Math.max(maxStep, before)];
    [first, last, end] = [Math.min(first, pts), Math.max(last, pts), Math.max(end, pts + length)];
    if (isKeyframe(packets)) keyframes.push(pts);
    dts += length;
  }
  if (packets === 0) return null;
  return {
    ticksPerSecond,
    packets,
    firstTicks: first,
    lastTicks: last,
    endTicks: end,
    keyframes,
    maxStep,
    minStep: Math.min(minStep, maxStep),
  };
}

/** Sample numbers count from 1 and are asked in order. */
function keyframeTest(stss: Buffer | null): (sample: number) => boolean {
  if (!stss) return () => true;
  let at = FULL_BOX + COUNT;
  return (sample) => {
    if (at + 4 > stss.length || stss.readUInt32BE(at) !== sample) return false;
    at += 4;
    return true;
  };
}
