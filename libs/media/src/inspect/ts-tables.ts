import { type ChangePacket } from './ts-clock.js';
import { isTransportStream, PACKET, payloadAt, pesAt, pidAt, startsUnit } from './ts-packet.js';

const PAT_PID = 0;
const NULL_PID = 0x1fff;
/** PIDs below are reserved for tables (ISO 13818-1 table 2-3, ETSI EN 300 468 table 1). */
const FIRST_MEDIA_PID = 0x20;
const PMT_TABLE = 2;

/**
 * Whether a TS segment holds tables only (PAT, PMT, SDT) and no packet of media. A server whose publisher has left may
 * serve such segments without end.
 */
export function hasOnlyTables(body: Uint8Array): boolean {
  if (!isTransportStream(body)) return false;
  const tables = new Set<number>([NULL_PID]);
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
    const pid = pidAt(body, at);
    if (pid === PAT_PID) for (const pmt of pmtPids(body, at)) tables.add(pmt);
    else if (pid >= FIRST_MEDIA_PID && !tables.has(pid)) return false;
  }
  return true;
}

/**
 * Lists the tracks that the first PMT announces, in its order.
 * @returns text of PID and stream type of each; null if there is no PMT in the first packets, or it spans several
 */
export function announcedTracks(body: Uint8Array): string | null {
  const tracks = listedTracks(body);
  return tracks && tracks.map(({ pid, type }) => `${String(pid)}:${String(type)}`).join(' ');
}

/** PIDs and kinds of the video and audio tracks that the first PMT announces; null as {@link announcedTracks}. */
export const announcedMedia = (body: Uint8Array): AnnouncedMedia[] | null =>
  listedTracks(body)?.flatMap(({ pid, type, descriptors }) => {
    const kind = kindOf(type, descriptors);
    return kind ? [{ pid, kind }] : [];
  }) ?? null;

export interface AnnouncedMedia {
  readonly pid: number;
  readonly kind: 'video' | 'audio';
}

/** Replaces each packet of a PMT by another one. @param table such a packet, of the same PID */
export const replaceTable =
  (table: Buffer): ChangePacket =>
  (body, at) => {
    if (pidAt(body, at) !== pidAt(table, 0) || !startsUnit(body, at)) return;
    const counter = (body[at + 3] ?? 0) & 0x0f;
    table.copy(body, at);
    body[at + 3] = ((table[3] ?? 0) & 0xf0) | counter;
  };

/** Where the first PMT packet of a transport stream is; -1 if there is none. */
export function pmtPacketAt(body: Uint8Array): number {
  const tables = new Set<number>();
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
    const pid = pidAt(body, at);
    if (pid === PAT_PID) for (const pmt of pmtPids(body, at)) tables.add(pmt);
    else if (tables.has(pid)) return at;
  }
  return -1;
}

/** Stream types of video and audio (ISO 13818-1 table 2-34, ATSC A/53 part 3 table 3.1). */
const VIDEO_TYPES: readonly number[] = [0x01, 0x02, 0x10, 0x1b, 0x24, 0x33, 0x42, 0xd1, 0xea];
const AUDIO_TYPES: readonly number[] = [0x03, 0x04, 0x0f, 0x11, 0x1c, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0xc1];
const PRIVATE_TYPE = 0x06;
/** Descriptors of AC-3, E-AC-3, DTS and AAC in private data (ETSI EN 300 468 table 12). */
const AUDIO_DESCRIPTORS: readonly number[] = [0x6a, 0x7a, 0x7b, 0x7c];

function kindOf(type: number, descriptors: Uint8Array): AnnouncedMedia['kind'] | null {
  if (VIDEO_TYPES.includes(type)) return 'video';
  if (AUDIO_TYPES.includes(type)) return 'audio';
  if (type !== PRIVATE_TYPE) return null;
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0))
    if (AUDIO_DESCRIPTORS.includes(descriptors[at] ?? 0)) return 'audio';
  return null;
}

/** Whether a PES packet of the given kind starts in these bytes. */
export function startsPes(body: Uint8Array, isWanted: (streamId: number) => boolean): boolean {
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
    const pes = pesAt(body, at);
    if (pes >= 0 && isWanted(body[pes + 3] ?? 0)) return true;
  }
  return false;
}

function* pmtPids(body: Uint8Array, at: number): Generator<number> {
  const section = sectionAt(body, at);
  if (section?.[0] !== 0) return;
  for (let i = 8; i + 8 <= section.length; i += 4) {
    const isNetwork = section[i] === 0 && section[i + 1] === 0;
    if (!isNetwork) yield u13(section, i + 2);
  }
}

interface ListedTrack {
  readonly pid: number;
  readonly type: number;
  readonly descriptors: Uint8Array;
}

function listedTracks(body: Uint8Array): ListedTrack[] | null {
  const at = isTransportStream(body) ? pmtPacketAt(body) : -1;
  const section = at < 0 ? null : sectionAt(body, at);
  if (section?.[0] !== PMT_TABLE) return null;
  const tracks: ListedTrack[] = [];
  for (let i = 12 + u12(section, 10); i + 9 <= section.length; i += 5 + u12(section, i + 3))
    tracks.push({
      pid: u13(section, i + 1),
      type: section[i] ?? 0,
      descriptors: section.subarray(i + 5, i + 5 + u12(section, i + 3)),
    });
  return tracks;
}

/** The section that starts in this packet, with its CRC; null if it continues in another packet. */
function sectionAt(body: Uint8Array, at: number): Uint8Array | null {
  const payload = startsUnit(body, at) ? payloadAt(body, at) : -1;
  if (payload < 0) return null;
  const from = payload + 1 + (body[payload] ?? 0);
  const end = from + 3 + u12(body, from + 1);
  return end <= Math.min(at + PACKET, body.length) ? body.subarray(from, end) : null;
}

const u12 = (bytes: Uint8Array, at: number): number => (((bytes[at] ?? 0) & 0x0f) << 8) | (bytes[at + 1] ?? 0);
const u13 = (bytes: Uint8Array, at: number): number => (((bytes[at] ?? 0) & 0x1f) << 8) | (bytes[at + 1] ?? 0);
