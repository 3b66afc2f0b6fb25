import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type convertJob, type ConvertTimeline, objectKeys, segmentName } from '#libs/contracts';
import { type JobCommand } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { makeNumberedEpoch, type NumberedEpoch } from '#libs/testkit';

export const VOD = '0b6b7f5e-7a86-4b0c-9a57-0d5b1f1d7c11';
const PART = '01JDTEST0000000000000000AA';
export const COMMAND: JobCommand<typeof convertJob> = {
  jobName: 'remux_x',
  attempt: '01JDTEST0000000000000000BB',
  input: {
    vodUuid: VOD,
    container: 'mp4',
    basename: 'chan_2026-11-28',
    timelineKey: `vods/${VOD}/timeline/a.json`,
  },
};

type Epoch = Pick<NumberedEpoch, 'firstFrame' | 'frames' | 'clockSeconds'> & Partial<NumberedEpoch>;
const TWO_CLOCKS: readonly Epoch[] = [
  { firstFrame: 0, frames: 90, clockSeconds: 50 },
  { firstFrame: 90, frames: 60, clockSeconds: 7 },
];

const crcOf = (body: Buffer): string => crc32(body).toString(16).padStart(8, '0');

/**
 * Stores numbered frames and their timeline.
 * @param epochs of TS or fMP4; default: TS, 5 s (frames 0 to 149) in two epochs on two clocks
 */
export async function putRecording(storage: Storage, dir: string, epochs = TWO_CLOCKS): Promise<void> {
  const runs: ConvertTimeline['runs'] = [];
  for (const [epoch, { firstFrame, frames, clockSeconds, ...over }] of epochs.entries()) {
    const made = await makeNumberedEpoch({
      dir: path.join(dir, `e${String(epoch)}`),
      kind: 'ts',
      fps: '30',
      firstFrame,
      frames,
      clockSeconds,
      ...over,
    });
    const init = made.init === null ? null : await readFile(made.init);
    const initCrc = init && crcOf(init);
    if (init && initCrc !== null) await storage.put(objectKeys.init(VOD, PART, initCrc), init);
    const segments: string[] = [];
    for (const [seq, file] of made.segments.entries()) {
      const body = await readFile(file);
      const name = segmentName({
        epoch,
        seq,
        ptsMs: (clockSeconds + seq) * 1000,
        durMs: 1000,
        bytes: body.length,
        pdtMs: null,
        crc: crcOf(body),
        ext: init ? 'm4s' : 'ts',
      });
      await storage.put(objectKeys.segment(VOD, PART, name), body);
      segments.push(name);
    }
    runs.push({
      partId: PART,
      epoch,
      container: init ? 'fmp4' : 'ts',
      initCrc,
      startAt: 0,
      siteAt: null,
      firstPtsMs: clockSeconds * 1000,
      durMs: (frames * 1000) / 30,
      segments,
    });
  }
  await storage.put(
    COMMAND.input.timelineKey,
    Buffer.from(
      JSON.stringify({ vodUuid: VOD, runs, chapters: [{ offsetMs: 0, title: 'All of it' }] } satisfies ConvertTimeline),
    ),
  );
}
