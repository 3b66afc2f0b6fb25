import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { startChild } from '../../third-party/third-party-child.js';
import type { Producer, ProducerPlace } from '../producer.js';
import { demandDebian } from '../programs.js';
import { runningProducer } from './processes.js';

/** VLC refuses to run as root, so root runs it as `nobody`. */
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

async function start({ folder, folderUrl, media }: ProducerPlace) {
  // `nobody` may not be allowed to read the cache of the media.
  const file = path.join(folder, 'source.mp4');
  await copyFile(media.file, file);
  // Without `ratecontrol`, VLC reads the file as fast as it can.
  const access = `livehttp{seglen=2,delsegs=true,numsegs=6,ratecontrol,index=${folder}/live.m3u8,index-url=s-########.ts}`;
  const [program = '', ...args] = [
    ...(process.getuid?.() === 0 ? AS_NOBODY : []),
    ...['vlc', '-I', 'dummy', '--no-media-library', file],
    ...[`--sout=#std{access=${access},mux=ts{use-key-frames},dst=${folder}/s-########.ts}`, 'vlc://quit'],
  ];
  return runningProducer(`${folderUrl}live.m3u8`, startChild(program, args));
}

/** VLC's own HLS output, behind a plain web server. */
export const VLC: readonly Producer[] = [
  {
    id: 'vlc-livehttp',
    about: "VLC's access output livehttp",
    isShort: false,
    listsAll: false,
    prepare: () => demandDebian('vlc', ['vlc-bin', 'vlc-plugin-base']),
    start,
  },
];
