export interface NginxPlace {
  readonly folder: string;
  readonly rtmpPort: number;
  readonly httpPort: number;
  readonly module: string;
  readonly asRoot: boolean;
}

/**
 * nginx with its RTMP module: takes a stream by RTMP and writes HLS of 2 s segments, 12 s in the list, into
 * `folder/hls`.
 */
export function nginxConf({ folder, rtmpPort, httpPort, module, asRoot }: NginxPlace): string {
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
