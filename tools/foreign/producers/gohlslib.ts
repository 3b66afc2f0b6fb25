import { publish, startChild, untilListens } from '../../third-party/third-party-child.js';
import { freePort } from '../../supervisor/ports.js';
import type { Producer, ProducerPlace } from '../producer.js';
import { goProgram } from '../programs.js';
import { runningProducer } from './processes.js';

interface Variant {
  readonly id: string;
  readonly about: string;
  readonly variant: 'mpegts' | 'fmp4' | 'lowLatency';
  readonly audioTracks: 0 | 1 | 2;
}

const VARIANTS: readonly Variant[] = [
  { id: 'mpegts', about: 'one rendition with both tracks', variant: 'mpegts', audioTracks: 1 },
  { id: 'fmp4', about: 'audio as its own rendition', variant: 'fmp4', audioTracks: 1 },
  { id: 'fmp4-languages', about: 'two audio renditions', variant: 'fmp4', audioTracks: 2 },
  { id: 'fmp4-video', about: 'no audio', variant: 'fmp4', audioTracks: 0 },
  {
    id: 'low-latency',
    about: "MediaMTX's default: parts and gaps in the list, audio as its own rendition",
    variant: 'lowLatency',
    audioTracks: 1,
  },
];

const program = (): Promise<string> => goProgram('gohlslib', '.');

async function start({ variant, audioTracks }: Variant, { media }: ProducerPlace) {
  const [inputPort, httpPort] = [await freePort(), await freePort()];
  const [input, listen] = [`127.0.0.1:${String(inputPort)}`, `127.0.0.1:${String(httpPort)}`];
  const args = ['-variant', variant, '-audio', String(audioTracks), '-input', input, '-listen', listen];
  const server = startChild(await program(), args);
  await untilListens(httpPort, server);
  const output = ['-f', 'mpegts', '-flush_packets', '1', `tcp://${input}`];
  return runningProducer(`http://${listen}/index.m3u8`, publish(media.camera, output), [server]);
}

/** The HLS muxer of MediaMTX, with its defaults. */
export const GOHLSLIB: readonly Producer[] = VARIANTS.map((one) => ({
  id: `gohlslib-${one.id}`,
  about: one.about,
  isShort: false,
  listsAll: false,
  prepare: program,
  start: (place) => start(one, place),
}));
