import { segmentName } from '#libs/contracts';

/**
 * Name of a segment of a stream without gaps: 2 s of MPEG-TS, one byte long.
 * @param startAt of the segment with the number 0, ms since the Unix epoch
 */
export const segmentAt = (seq: number, startAt: number): string =>
  segmentName({
    epoch: 0,
    seq,
    ptsMs: seq * 2000,
    durMs: 2000,
    bytes: 1,
    pdtMs: startAt + seq * 2000,
    crc: '00000000',
    ext: 'ts',
  });
