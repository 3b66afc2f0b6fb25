import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publish, startChild, untilListens } from '../../third-party/third-party-child.js';
import { freePort } from '../../supervisor/ports.js';
import type { Producer, ProducerPlace } from '../producer.js';
import { goProgram } from '../programs.js';
import { runningProducer } from './processes.js';

const program = (): Promise<string> => goProgram('go2rtc', 'github.com/AlexxIT/go2rtc');

async function start({ folder, media }: ProducerPlace, query: string) {
  const [apiPort, rtspPort] = [await freePort(), await freePort()];
  const config = path.join(folder, 'go2rtc.yaml');
  await writeFile(
    config,
    [
      `api: {listen: "127.0.0.1:${String(apiPort)}"}`,
      `rtsp: {listen: "127.0.0.1:${String(rtspPort)}"}`,
      'webrtc: {listen: ""}',
      'srtp: {listen: ""}',
      'log: {level: warn}',
      'streams: {cam: ""}',
      '',
    ].join('\n'),
  );
  const server = startChild(await program(), ['-config', config]);
  await untilListens(rtspPort, server);
  const encoder = publish(media.camera, [
    ...['-f', 'rtsp', '-rtsp_transport', 'tcp', `rtsp://127.0.0.1:${String(rtspPort)}/cam`],
  ]);
  return runningProducer(`http://127.0.0.1:${String(apiPort)}/api/stream.m3u8?src=cam${query}`, encoder, [server]);
}

const producer = (id: string, about: string, query: string): Producer => ({
  id,
  about,
  isShort: false,
  listsAll: false,
  clockPerReader: true,
  prepare: program,
  start: (place) => start(place, query),
});

/** go2rtc, which receives the stream from ffmpeg over RTSP. It opens a session for each request of the master. */
export const GO2RTC: readonly Producer[] = [
  producer('go2rtc-ts', 'MPEG-TS; hands out what comes next, whatever the segment number', ''),
  producer('go2rtc-mp4', 'fMP4; hands out what comes next, whatever the segment number', '&mp4'),
];
