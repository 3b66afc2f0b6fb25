/**
 * Containers that hold their media themselves. A playlist (hls, dash, concat, sdp) is none: it names other addresses
 * and files, and ffmpeg would go there.
 */
const CONTAINERS = 'mov,matroska,mpegts,mpeg,flv,avi,asf,mxf,ogg,wav,w64,aiff,mp3,aac,ac3,eac3,flac,h264,hevc';
const LOOPBACK = /^http:\/\/127\.0\.0\.1:\d+\//;

/**
 * Arguments in front of an input of ffmpeg or ffprobe that others made: what is no media is refused, whatever it is
 * called, and nothing but the input itself is read: no file from an address, no address from a file.
 * @param input a path of this machine, or an address of a server of ours on loopback
 * @returns to be followed by the input
 */
export function mediaOnly(input: string): string[] {
  return ['-protocol_whitelist', LOOPBACK.test(input) ? 'http,tcp' : 'file', '-format_whitelist', CONTAINERS];
}

/** The same for a list of ours (ffconcat) on loopback: what it names must be media. */
export const LISTED_MEDIA_ONLY = [
  '-protocol_whitelist',
  'http,tcp',
  '-format_whitelist',
  `concat,${CONTAINERS}`,
] as const;
