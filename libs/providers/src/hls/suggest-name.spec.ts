import { expect, it } from '@jest/globals';
import { InternalName } from '#libs/contracts';
import { suggestName } from './suggest-name.js';

it.each([
  ['http://127.0.0.1:1984/api/stream.m3u8?src=cam', 'cam', 'go2rtc'],
  ['http://127.0.0.1:8888/cam/index.m3u8', 'cam', 'MediaMTX'],
  ['http://127.0.0.1:8888/cam/video1_stream.m3u8', 'cam', 'a rendition of MediaMTX'],
  ['http://127.0.0.1:8080/live/cam.m3u8?hls_ctx=p8r3x0q1', 'cam', 'SRS'],
  ['http://127.0.0.1/hls/cam.m3u8', 'cam', 'nginx-rtmp'],
  ['http://127.0.0.1:1935/live/cam.stream/chunklist_w1837.m3u8', 'cam', 'Wowza'],
  ['http://127.0.0.1:1935/vod/_definst_/smil:harbour.smil/playlist.m3u8', 'harbour', 'Wowza with SMIL'],
  ['http://127.0.0.1:8080/cam/tracks-v1a1/mono.m3u8', 'cam', 'Flussonic'],
  ['http://127.0.0.1:3333/app/cam/llhls.m3u8', 'cam', 'OvenMediaEngine'],
  ['https://host/live/kitchen/index.m3u8', 'kitchen', 'a folder'],
  ['https://host/live/kitchen-720p.m3u8', 'kitchen-720p', 'a file'],
  ['https://tv.example.org/v/720p/prog_index.m3u8', 'tv', 'generic parts'],
  ['https://harbour.example.org/stream.m3u8', 'harbour', 'a distinctive host'],
  ['https://www.example.org/hls/stream.m3u8', 'example', 'a host with a generic label'],
  ['https://cdn3.example.co.uk/memfs/1d3ad4fe-7b8c-4b0e-9d6a-1c2b3a4d5e6f.m3u8', 'example', 'a UUID'],
  ['https://host/live/index.m3u8', 'host', 'a host without a domain'],
  ['https://harbour.example.org/live/sk_key_5d1fa8c27e9b4a60x/index.m3u8', 'harbour', 'a stream key'],
  ['https://harbour.example.org/live/ga5r-mky8-7d3t-zkbt-t056/index.m3u8', 'harbour', 'a key in groups'],
  ['https://harbour.example.org/live/qg2vtfbts9m06ft/index.m3u8', 'harbour', 'a key of 15'],
  ['https://harbour.example.org/play/index.m3u8?id=3ot4jxyi8a', 'harbour', 'a key in the query'],
  ['https://harbour.example.org/live/cam_x8kq2v/index.m3u8', 'harbour', 'a key behind a name'],
  ['https://host/live/front-door-2/index.m3u8', 'front-door-2', 'words with a number'],
  ['https://host/live/schwarzwald4/index.m3u8', 'schwarzwald4', 'many consonants'],
  ['https://host/live/ndr_fs_hh/index.m3u8', 'ndr_fs_hh', 'abbreviations'],
  ['https://host/live/cam20261130.m3u8', 'cam20261130', 'a date'],
  [`https://host/live/${'1'.repeat(63)}\u00fc/index.m3u8`, `${'1'.repeat(63)}\u00fc`, 'a long row of digits'],
  ['http://127.0.0.1:8080/?channel=garden', 'garden', 'a query only'],
  ['http://127.0.0.1:8080/stream.m3u8?id=7', 'channel', 'nothing distinctive on this machine'],
  ['http://localhost:8080/stream.m3u8', 'channel', 'nothing distinctive on this machine, by name'],
  ['http://192.168.1.20/live/stream.m3u8', 'channel_192.168.1.20', 'an IP address only'],
  ['http://[fe80::1]/live.m3u8', 'channel_fe80_1', 'an IPv6 address only'],
  ['http://127.0.0.1/K%C3%BCche/index.m3u8', 'küche', 'percent-encoded letters'],
  ['http://127.0.0.1/%D0%BA%D0%B0%D0%BC%D0%B5%D1%80%D0%B0.m3u8', 'камера', 'percent-encoded Cyrillic'],
  ['http://127.0.0.1/Front%20Door.m3u8', 'front_door', 'a space and capitals'],
  ['http://127.0.0.1/%E0%A4%A/harbour%/index.m3u8', 'harbour', 'a wrong escape'],
  [`http://127.0.0.1/${'cam'.repeat(30)}.m3u8`, 'cam'.repeat(30).slice(0, 64), 'a long name'],
])('sources-28 suggests a name for %s: %s (%s)', (address, name) => {
  expect(suggestName(new URL(address))).toBe(name);
  expect(InternalName.safeParse(name).success).toBe(true);
});
