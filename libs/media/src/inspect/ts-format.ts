import { isPicture, isSound, isTransportStream, PACKET, payloadAt, pesAt, pidAt, startsUnit } from './ts-packet.js';

const INSPECTED = 512 * 1024;
/** The parameter sets are at the head of the first picture. */
const HEAD = 1024;

/** What the decoders of an MPEG-TS segment need to know, as hex. */
export interface TsFormat {
  /** Parameter sets of the video (AVC or HEVC: codec, profile, size), sorted; empty if none were found. */
  readonly parameterSets: readonly string[];
  /** Fixed ADTS header of the audio (profile, rate, channels); empty if none was found. */
  readonly adtsHeader: string;
}

/** Reads the format of a segment; null for other containers, whose init section describes the format. */
export function tsFormatOf(body: Uint8Array): TsFormat | null {
  if (!isTransportStream(body)) return null;
  return {
    parameterSets: headOf(body, isPicture, parameterSetsOf) ?? [],
    adtsHeader: headOf(body, isSound, adtsHeaderOf) ?? '',
  };
}

/**
 * Describes the format of an MPEG-TS segment in one text. One decoder can play consecutive segments with the same
 * description.
 * @returns null as {@link tsFormatOf}
 */
export function formatOf(body: Uint8Array): string | null {
  const format = tsFormatOf(body);
  return format && `${format.parameterSets.join('+')}/${format.adtsHeader}`;
}

/** Reads the first PES packet of a kind; null if there is none near the head. */
function headOf<T>(body: Uint8Array, isWanted: (id: number) => boolean, read: (head: Buffer) => T): T | null {
  const end = Math.min(body.length - PACKET, INSPECTED);
  for (let at = 0; at <= end; at += PACKET) {
    const pes = pesAt(body, at);
    if (pes >= 0 && isWanted(body[pes + 3] ?? 0)) return read(payloadOf(body, at, pes));
  }
  return null;
}

/** Collects the first bytes of a PES packet's payload, from as many transport packets of its PID as needed. */
function payloadOf(body: Uint8Array, first: number, pes: number): Buffer {
  const pid = pidAt(body, first);
  const pieces = [body.subarray(pes + 9 + (body[pes + 8] ?? 0), first + PACKET)];
  let size = pieces[0]?.length ?? 0;
  for (let at = first + PACKET; at + PACKET <= body.length && size < HEAD; at += PACKET) {
    if (pidAt(body, at) !== pid) continue;
    if (startsUnit(body, at)) break;
    const from = payloadAt(body, at);
    if (from < 0) continue;
    const piece = body.subarray(from, at + PACKET);
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.concat(pieces);
}

const START = Buffer.from([0, 0, 1]);

/**
 * First bytes of VPS, SPS and PPS of HEVC (ISO 23008-2 table 7-1). Only a VPS identifies the codec, since other HEVC
 * headers resemble those of AVC.
 */
const HEVC_SETS = [0x40, 0x42, 0x44];
/** Types of SPS and PPS of AVC (ISO 14496-10 table 7-1). */
const AVC_SETS = [7, 8];

function parameterSetsOf(head: Buffer): string[] {
  const units: Buffer[] = [];
  for (let at = head.indexOf(START); at >= 0;) {
    const next = head.indexOf(START, at + 3);
    units.push(head.subarray(at + 3, next < 0 ? head.length : next));
    at = next;
  }
  const isHevc = units.some(([header]) => header === HEVC_SETS[0]);
  const sets = units.filter(([header = 0]) => (isHevc ? HEVC_SETS.includes(header) : AVC_SETS.includes(header & 0x1f)));
  // A set ends with a stop bit. Zeros after it belong to the next start code, which encoders write with three or four
  // bytes.
  return [...new Set(sets.map((unit) => unit.toString('hex').replace(/(?:00)+$/, '')))].sort();
}

/** Reads profile, sampling rate and channels of the first ADTS frame (ISO 13818-7). */
function adtsHeaderOf([sync = 0, id = 0, rate = 0, channels = 0]: Buffer): string {
  return sync === 0xff && (id & 0xf6) === 0xf0 ? Buffer.from([id, rate & 0xfd, channels & 0xc0]).toString('hex') : '';
}
