import { createHash } from 'node:crypto';

/**
 * Types of the NAL units that say how the picture is coded (ITU-T H.264 table 7-1, H.265 table 7-1); others (SEI,
 * delimiters) come and go.
 */
const H264_SETS: ReadonlySet<number> = new Set([7, 8]);
const H265_SETS: ReadonlySet<number> = new Set([32, 33, 34]);

/**
 * A short text that is the same for the same parameter sets. ffprobe's own hash of `extradata` is not: one encoder
 * writes its start codes with three or four bytes from one keyframe to the next.
 * @param dump `extradata` of `ffprobe -show_data`: lines of `00000000: 0000 0001 6764 ...  ....gd`
 */
export function parameterSetHash(codec: string, dump: string): string {
  const bytes = readHexDump(dump);
  const sets = codec === 'h264' || codec === 'hevc' ? annexBSets(codec, bytes) : [];
  const parts = sets.length > 0 ? sets : [bytes.toString('hex')];
  return createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 16);
}

function readHexDump(dump: string): Buffer {
  const hex = dump
    .split('\n')
    .map((line) => /^[0-9a-f]{8}: ([0-9a-f ]+?) {2}/.exec(line)?.[1]?.replaceAll(' ', '') ?? '');
  return Buffer.from(hex.join(''), 'hex');
}

/** The sets of an Annex B byte stream, sorted, each once; empty for the length-prefixed form of mp4. */
function annexBSets(codec: 'h264' | 'hevc', bytes: Buffer): string[] {
  const units =
    bytes
      .toString('hex')
      .match(/../g)
      ?.join(' ')
      .split(/(?:00 )+01(?: |$)/) ?? [];
  if (units[0] !== '') return [];
  const wanted = units
    .slice(1)
    .map((unit) => unit.replace(/(?: 00)+ ?$/, '').trim())
    .filter((unit) => isSet(codec, Number.parseInt(unit.slice(0, 2), 16)));
  return [...new Set(wanted)].sort();
}

const isSet = (codec: 'h264' | 'hevc', first: number): boolean =>
  codec === 'h264' ? H264_SETS.has(first & 0x1f) : H265_SETS.has((first >> 1) & 0x3f);
