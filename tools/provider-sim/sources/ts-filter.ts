const PACKET = 188;
const NULL_PID = 0x1fff;
/** PIDs that ffmpeg gives the tables and the first tracks. */
const VIDEO_PID = 0x100;
const AUDIO_PID = 0x101;
const PMT_PID = 0x1000;
const TABLE_PIDS: readonly number[] = [0, 0x11, PMT_PID];

const pidAt = (body: Buffer, at: number): number => body.readUInt16BE(at + 1) & 0x1fff;

/** A TS segment whose audio is stuffing, although its PMT announces it. */
export const withoutAudio = (body: Buffer): Buffer => withoutPid(body, AUDIO_PID);

/** A TS segment whose video is stuffing, although its PMT announces it. */
export const withoutVideo = (body: Buffer): Buffer => withoutPid(body, VIDEO_PID);

/** A TS segment without its video, which its PMT does not announce either. */
export function audioOnly(body: Buffer): Buffer {
  const copy = withoutVideo(body);
  for (let at = 0; at + PACKET <= copy.length; at += PACKET)
    if (pidAt(copy, at) === PMT_PID) withoutTrack(copy.subarray(at + 5, at + PACKET), VIDEO_PID);
  return copy;
}

function withoutPid(body: Buffer, pid: number): Buffer {
  const copy = Buffer.from(body);
  for (let at = 0; at + PACKET <= copy.length; at += PACKET)
    if (pidAt(copy, at) === pid) copy.writeUInt16BE(NULL_PID, at + 1);
  return copy;
}

/** Removes a track from the PMT in a packet: the PCR goes on with the audio (ISO 13818-1 section 2.4.4.8). */
function withoutTrack(section: Buffer, pid: number): void {
  const end = 3 + (section.readUInt16BE(1) & 0xfff) - 4;
  const others: Buffer[] = [];
  for (let at = 12 + (section.readUInt16BE(10) & 0xfff); at < end;) {
    const next = at + 5 + (section.readUInt16BE(at + 3) & 0xfff);
    if ((section.readUInt16BE(at + 1) & 0x1fff) !== pid) others.push(Buffer.from(section.subarray(at, next)));
    at = next;
  }
  const head = Buffer.from(section.subarray(0, 12));
  const tracks = Buffer.concat(others);
  head.writeUInt16BE(0xb000 | (9 + tracks.length + 4), 1);
  head.writeUInt16BE(0xe000 | AUDIO_PID, 8);
  head.writeUInt16BE(0xf000, 10);
  // Another version, because the tables differ.
  head[5] = (head.readUInt8(5) & 0xc1) | ((head.readUInt8(5) + 2) & 0x3e);
  const table = Buffer.concat([head, tracks]);
  section.fill(0xff);
  table.copy(section);
  section.writeUInt32BE(tableCrc(table), table.length);
}

/** CRC-32 of a section (ISO 13818-1 annex A). */
function tableCrc(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

/** The tables of a TS segment, without media. */
export function tablesOf(body: Buffer): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at + PACKET <= body.length; at += PACKET)
    if (TABLE_PIDS.includes(pidAt(body, at))) packets.push(body.subarray(at, at + PACKET));
  return Buffer.concat(packets);
}
