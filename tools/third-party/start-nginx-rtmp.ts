import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { freePort } from '../supervisor/ports.js';
import { publish, startChild, untilListens } from './third-party-child.js';
import { thirdPartyMedia, type ThirdPartyOptions, type ThirdPartySource } from './third-party-source.js';
import { PlaylistWatch } from './watch-playlist.js';

/** Path on Debian, from the package libnginx-mod-rtmp. */
export const NGINX_RTMP_MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so';
const STREAM = 'foreign';
/** nginx closes its last fragment shortly after the encoder has ended; on a busy machine, this takes longer. */
const LAST_FRAGMENT_MS = 500;
const LAST_CHECKS = 20;

/**
 * Starts nginx-rtmp with input from ffmpeg over RTMP. It writes no ENDLIST: at the end, its playlist just stops
 * changing.
 */
export async function startNginxRtmp(options: ThirdPartyOptions = {}): Promise<ThirdPartySource> {
  if (!existsSync(NGINX_RTMP_MODULE))
    throw new OutsideError(
      untranslated('nginx-missing', 'nginx with rtmp is not installed: apt-get install nginx libnginx-mod-rtmp'),
    );
  const source = await thirdPartyMedia(options);
  const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-nginx-'));
  await mkdir(path.join(folder, 'hls'));
  const [rtmpPort, httpPort] = [await freePort(), await freePort()];
  const conf = path.join(folder, 'nginx.conf');
  await writeFile(
    conf,
    nginxConf({ folder, rtmpPort, httpPort, module: NGINX_RTMP_MODULE, asRoot: process.getuid?.() === 0 }),
  );
  const nginx = startChild('nginx', ['-p', folder, '-c', conf, '-e', 'stderr']);
  await untilListens(rtmpPort, nginx);
  const encoder = publish(source.file, ['-f', 'flv', `rtmp://127.0.0.1:${String(rtmpPort)}/live/${STREAM}`]);
  const url = `http://127.0.0.1:${String(httpPort)}/${STREAM}.m3u8`;
  const watch = new PlaylistWatch(url, source);
  let isCut = false;
  const untilListed = async (): Promise<void> => {
    for (let checks = 0; checks < (isCut ? 1 : LAST_CHECKS) && !watch.isWhole; checks += 1) {
      await wait(LAST_FRAGMENT_MS);
      await watch.check();
    }
  };
  return {
    name: 'nginx-rtmp',
    url,
    log: () => ({ segments: watch.segments, fps: source.fps, sourceFrames: source.frames }),
    ended: encoder.ended.then(untilListed),
    cut: () => {
      isCut = true;
      encoder.kill('SIGKILL');
    },
    stop: async () => {
      watch.stop();
      encoder.kill('SIGKILL');
      nginx.kill('SIGTERM');
      await Promise.all([encoder.ended, nginx.ended]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface NginxPlace {
  readonly folder: string;
  readonly rtmpPort: number;
  readonly httpPort: number;
  readonly module: string;
  readonly asRoot: boolean;
}

/**
 * Configuration of nginx with its RTMP module: receives a stream by RTMP and writes HLS with 2 s segments, 12 s in the
 * playlist, to `folder/hls`.
 */
function nginxConf({ folder, rtmpPort, httpPort, module, asRoot }: NginxPlace): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  return `load_module ${module};
${asRoot ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 64; }
rtmp {
  server {
    listen 127.0.0.1:${String(rtmpPort)};
    application live {
      live on;
      hls on;
      hls_path ${folder}/hls;
      hls_fragment 2s;
      hls_playlist_length 12s;
    }
  }
}
http {
  access_log off;
${temp}
  types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
  server {
    listen 127.0.0.1:${String(httpPort)};
    location / { root ${folder}/hls; add_header Cache-Control no-cache; }
  }
}
`;
}
