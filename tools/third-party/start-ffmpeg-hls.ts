import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publish } from './third-party-child.js';
import { thirdPartyMedia, type ThirdPartyOptions, type ThirdPartySource } from './third-party-source.js';
import { listen } from './listen.js';
import { serveFolder } from './serve-folder.js';
import { PlaylistWatch } from './watch-playlist.js';

/**
 * Runs ffmpeg's own HLS muxer in real time, with output to a folder behind a web server: segments of 2 s, six in the
 * playlist, removed ones deleted, ENDLIST at the end.
 */
export async function startFfmpegHls({
  fmp4,
  ...options
}: ThirdPartyOptions & { readonly fmp4: boolean }): Promise<ThirdPartySource> {
  const source = await thirdPartyMedia(options);
  const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-ffmpeg-hls-'));
  const server = serveFolder(folder);
  const url = `http://127.0.0.1:${String(await listen(server))}/index.m3u8`;
  const encoder = publish(source.file, [
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_list_size',
    '6',
    '-hls_flags',
    'delete_segments+temp_file',
    '-hls_delete_threshold',
    '4',
    '-hls_segment_type',
    fmp4 ? 'fmp4' : 'mpegts',
    path.join(folder, 'index.m3u8'),
  ]);
  const watch = new PlaylistWatch(url, source);
  return {
    name: fmp4 ? 'ffmpeg-fmp4' : 'ffmpeg-ts',
    url,
    log: () => ({ segments: watch.segments, fps: source.fps, sourceFrames: source.frames }),
    ended: encoder.ended.then(() => watch.check()),
    cut: () => {
      encoder.kill('SIGKILL');
    },
    stop: async () => {
      watch.stop();
      encoder.kill('SIGKILL');
      await encoder.ended;
      server.closeAllConnections();
      await new Promise<void>((done) => {
        server.close(() => {
          done();
        });
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
