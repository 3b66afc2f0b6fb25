import { isTransportStream, PACKET, pesAt } from './ts-time.js';

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
  if (!isTransportStream(body)) return null;
  const tables = new Set<number>();
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
    const pid = pidAt(body, at);
    if (pid === PAT_PID) for (const pmt of pmtPids(body, at)) tables.add(pmt);
    else if (tables.has(pid)) return tracksOf(sectionAt(body, at));
  }
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

function tracksOf(section: Uint8Array | null): string | null {
  if (section?.[0] !== PMT_TABLE) return null;
  const tracks: string[] = [];
  for (let i = 12 + u12(section, 10); i + 9 <= section.length; i += 5 + u12(section, i + 3))
    tracks.push(`${String(u13(section, i + 1))}:${String(section[i])}`);
  return tracks.join(' ');
}

/** The section that starts in this packet, with its CRC; null if it continues in another packet. */
function sectionAt(body: Uint8Array, at: number): Uint8Array | null {
  const startsUnit = ((body[at + 1] ?? 0) & 0x40) !== 0;
  const control = ((body[at + 3] ?? 0) >> 4) & 3;
  if (!startsUnit || (control & 1) === 0) return null;
  const payload = at + 4 + (control === 3 ? 1 + (body[at + 4] ?? 0) : 0);
  const from = payload + 1 + (body[payload] ?? 0);
  const end = from + 3 + u12(body, from + 1);
  return end <= Math.min(at + PACKET, body.length) ? body.subarray(from, end) : null;
}

const pidAt = (body: Uint8Array, at: number): number => u13(body, at + 1);
const u12 = (bytes: Uint8Array, at: number): number => (((bytes[at] ?? 0) & 0x0f) << 8) | (bytes[at + 1] ?? 0);
const u13 = (bytes: Uint8Array, at: number): number => (((bytes[at] ?? 0) & 0x1f) << 8) | (bytes[at + 1] ?? 0);
