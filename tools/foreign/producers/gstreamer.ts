import { startChild } from '../../third-party/third-party-child.js';
import type { Producer, ProducerPlace } from '../producer.js';
import { demandDebian, hasElements } from '../programs.js';
import { runningProducer } from './processes.js';

const PACKAGES = ['tools', 'plugins-base', 'plugins-good', 'plugins-bad', 'plugins-ugly', 'libav'].map(
  (part) => `gstreamer1.0-${part}`,
);
const PARSED = ['filesrc', 'qtdemux', 'h264parse', 'aacparse', 'identity'];
const VIDEO = 'demuxer.video_0 ! queue ! h264parse ! identity sync=true';
const AUDIO = 'demuxer.audio_0 ! queue ! aacparse ! identity sync=true';

interface Pipeline {
  readonly id: string;
  readonly about: string;
  readonly elements: readonly string[];
  /** All elements after the demuxer. `sink` has the options of hlssink and hlssink2. */
  readonly tail: (sink: string) => string;
}

const PIPELINES: readonly Pipeline[] = [
  {
    id: 'hlssink',
    about: 'requests its keyframes from the encoder; the last list is written twice',
    elements: [...PARSED, 'avdec_h264', 'x264enc', 'mpegtsmux', 'hlssink'],
    tail: (sink) =>
      `demuxer.video_0 ! queue ! h264parse ! avdec_h264 ! identity sync=true
       ! x264enc tune=zerolatency speed-preset=superfast bitrate=600 key-int-max=900 ! h264parse ! muxer.
       ${AUDIO} ! muxer. mpegtsmux name=muxer ! hlssink ${sink}`,
  },
  {
    id: 'hlssink2',
    about: 'cuts at the keyframes of the media',
    elements: [...PARSED, 'hlssink2'],
    tail: (sink) => `hlssink2 name=sink ${sink} ${VIDEO} ! sink.video ${AUDIO} ! sink.audio`,
  },
];

function start({ tail }: Pipeline, { folder, folderUrl, media }: ProducerPlace) {
  const sink = `target-duration=2 playlist-length=5 max-files=12 location=${folder}/s%05d.ts playlist-location=${folder}/live.m3u8`;
  const pipeline = `filesrc location=${media.file} ! qtdemux name=demuxer ${tail(sink)}`;
  return runningProducer(`${folderUrl}live.m3u8`, startChild('gst-launch-1.0', ['-q', '-e', ...pipeline.split(/\s+/)]));
}

/** The HLS sinks of GStreamer, behind a plain web server. */
export const GSTREAMER: readonly Producer[] = PIPELINES.map((pipeline) => ({
  id: `gstreamer-${pipeline.id}`,
  about: pipeline.about,
  isShort: false,
  listsAll: true,
  prepare: () => demandDebian('gst-launch-1.0', PACKAGES, () => hasElements(pipeline.elements)),
  start: (place) => Promise.resolve(start(pipeline, place)),
}));
