import { existsSync } from 'node:fs';
import { NGINX_RTMP_MODULE, startNginxRtmp } from '../../third-party/index.js';
import type { Producer } from '../producer.js';
import { demandDebian } from '../programs.js';

/** nginx with its RTMP module, which receives the stream from ffmpeg. */
export const NGINX_RTMP: readonly Producer[] = [
  {
    id: 'nginx-rtmp',
    about: 'no ENDLIST: the list just stops changing',
    isShort: true,
    listsAll: true,
    prepare: () => demandDebian('nginx', ['nginx', 'libnginx-mod-rtmp'], () => existsSync(NGINX_RTMP_MODULE)),
    start: async ({ media }) => {
      const source = await startNginxRtmp({ seconds: media.seconds });
      return { url: source.url, ended: source.ended, lastOutput: () => '', stop: () => source.stop() };
    },
  },
];
