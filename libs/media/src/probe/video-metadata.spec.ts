import { expect, it } from '@jest/globals';
import { type PacketScan } from './packet-scan.js';
import { ProbedFile, videoMetadata } from './video-metadata.js';

const scan = (over: Partial<PacketScan> = {}): PacketScan => ({
  ticksPerSecond: 90_000,
  packets: 600,
  firstTicks: 0,
  lastTicks: 1_797_000,
  pausesMs: [],
  endTicks: 1_800_000,
  keyframes: [0],
  minStep: 3000,
  maxStep: 3000,
  ...over,
});
const probed = (format: object, ...streams: object[]): ProbedFile =>
  ProbedFile.parse({ format: { format_name: 'mov,mp4,m4a,3gp,3g2,mj2', ...format }, streams });

it('has the length of the video track and of the whole file apart', () => {
  const metadata = videoMetadata(
    probed({ duration: '23.4', size: '1000' }, { codec_type: 'video', codec_name: 'h264' }),
    { video: scan(), audio: null },
  );
  expect(metadata).toMatchObject({ duration: 20, full_duration: 23, fps: 30, container: 'MPEG-4' });
});

it('counts 19.99999 s written in ticks as twenty', () => {
  expect(videoMetadata(probed({}), { video: scan({ endTicks: 1_799_999 }), audio: null }).duration).toBe(20);
});

it('computes the rate where the header has none', () => {
  expect(videoMetadata(probed({ size: '2500000' }), { video: scan(), audio: null }).bitrate).toBe(1_000_000);
});

it('takes the whole milliseconds of Matroska for one rate', () => {
  const video = scan({ ticksPerSecond: 1000, endTicks: 20_000, minStep: 33, maxStep: 34 });
  expect(videoMetadata(probed({ format_name: 'matroska,webm' }), { video, audio: null })).toMatchObject({
    container: 'Matroska',
    fps_mode: 'CFR',
  });
});
