import { BugError } from '#libs/errors';
import { boxes, boxesAt, type Box } from './boxes.js';

/** Length of a sample entry's own fields, before its boxes (ISO 14496-12, VisualSampleEntry). */
const ENTRY_BYTES = 78;
/** `stsd`: version, flags and count before the entries. */
const STSD_BYTES = 8;

function reversedBits(value: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit++) if ((value >>> bit) % 2 === 1) reversed += 2 ** (31 - bit);
  return reversed;
}

/** ISO 14496-15 Annex E: `hvc1.<profile>.<compatibility>.<tier><level>.<constraints>`. */
function hevcCodec(init: Buffer, type: string, { start }: Box): string {
  const profile = init.readUInt8(start + 1);
  const constraints = [...init.subarray(start + 6, start + 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  const tier = (profile & 0x20) === 0 ? 'L' : 'H';
  return [
    type,
    String(profile & 0x1f),
    reversedBits(init.readUInt32BE(start + 2))
      .toString(16)
      .toUpperCase(),
    `${tier}${String(init.readUInt8(start + 12))}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.');
}

/** AV1 in ISOBMFF, section 5: `av01.<profile>.<level><tier>.<bits>`. */
function av1Codec(init: Buffer, { start }: Box): string {
  const [profileAndLevel, flags] = [init.readUInt8(start + 1), init.readUInt8(start + 2)];
  const bits = (flags & 0x40) === 0 ? '08' : '10';
  return `av01.${String(profileAndLevel >> 5)}.${String(profileAndLevel & 0x1f).padStart(2, '0')}${(flags & 0x80) === 0 ? 'M' : 'H'}.${bits}`;
}

/** RFC 6381 name of the video codec, from an init section with HEVC or AV1. @throws BugError for any other codec */
export function videoCodec(init: Buffer): string {
  const entries = boxesAt(init, 'moov/trak/mdia/minf/stbl/stsd').flatMap(({ start, end }) => [
    ...boxes(init, start + STSD_BYTES, end),
  ]);
  for (const entry of entries) {
    const inner = [...boxes(init, entry.start + ENTRY_BYTES, entry.end)];
    const hevc = inner.find(({ type }) => type === 'hvcC');
    const av1 = inner.find(({ type }) => type === 'av1C');
    if (hevc) return hevcCodec(init, entry.type, hevc);
    if (av1) return av1Codec(init, av1);
  }
  throw new BugError('sim-codec', 'neither HEVC nor AV1 in the init section');
}
