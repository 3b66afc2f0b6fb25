import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publish, startChild, untilListens } from '../../third-party/third-party-child.js';
import { freePort } from '../../supervisor/ports.js';
import type { Producer, ProducerPlace } from '../producer.js';
import { goProgram } from '../programs.js';
import { runningProducer } from './processes.js';

const program = (): Promise<string> => goProgram('lal', 'github.com/q191201771/lal/app/lalserver');

/** lal's defaults for RTMP and HLS; its other servers are off. @param sessionKey not empty: an address per viewer */
const configOf = (place: {
  readonly folder: string;
  readonly rtmp: string;
  readonly http: string;
  readonly sessionKey: string;
}): string =>
  JSON.stringify({
    conf_version: 'v0.4.1',
    rtmp: { enable: true, addr: place.rtmp },
    default_http: { http_listen_addr: place.http },
    hls: {
      enable: true,
      url_pattern: '/hls/',
      out_path: `${place.folder}/`,
      fragment_duration_ms: 3000,
      fragment_num: 6,
      delete_threshold: 6,
      cleanup_mode: 1,
      sub_session_timeout_ms: 30_000,
      sub_session_hash_key: place.sessionKey,
    },
    log: { level: 3, filename: path.join(place.folder, 'lal.log'), is_to_stdout: false, assert_behavior: 1 },
    debug: { log_group_interval_sec: 30 },
  });

async function start({ folder, media }: ProducerPlace, sessionKey: string) {
  const [rtmpPort, httpPort] = [await freePort(), await freePort()];
  const [rtmp, http] = [`127.0.0.1:${String(rtmpPort)}`, `127.0.0.1:${String(httpPort)}`];
  const config = path.join(folder, 'lal.json');
  await writeFile(config, configOf({ folder, rtmp, http, sessionKey }));
  const server = startChild(await program(), ['-c', config]);
  await untilListens(rtmpPort, server);
  const encoder = publish(media.file, ['-f', 'flv', `rtmp://${rtmp}/live/cam`]);
  return runningProducer(`http://${http}/hls/cam/playlist.m3u8`, encoder, [server]);
}

const producer = (id: string, about: string, sessionKey: string): Producer => ({
  id,
  about,
  isShort: false,
  listsAll: false,
  prepare: program,
  start: (place) => start(place, sessionKey),
});

/** lal's server, which receives the stream from ffmpeg over RTMP. */
export const LAL: readonly Producer[] = [
  producer('lal', 'segments of 3 s, no ENDLIST', ''),
  producer('lal-session', 'redirects each viewer to an address with a session', 'foreign'),
];
