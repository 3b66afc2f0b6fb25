const PACKET = 188;
const NULL_PID = 0x1fff;
/** PIDs that ffmpeg gives the tables and the first audio track. */
const AUDIO_PID = 0x101;
const TABLE_PIDS: readonly number[] = [0, 0x11, 0x1000];

const pidAt = (body: Buffer, at: number): number => body.readUInt16BE(at + 1) & 0x1fff;

/** A TS segment whose audio is stuffing, although its PMT announces it. */
export function withoutAudio(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (let at = 0; at + PACKET <= copy.length; at += PACKET)
    if (pidAt(copy, at) === AUDIO_PID) copy.writeUInt16BE(NULL_PID, at + 1);
  return copy;
}

/** The tables of a TS segment, without media. */
export function tablesOnly(body: Buffer): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at + PACKET <= body.length; at += PACKET)
    if (TABLE_PIDS.includes(pidAt(body, at))) packets.push(body.subarray(at, at + PACKET));
  return Buffer.concat(packets);
}
