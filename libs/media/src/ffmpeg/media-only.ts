/**
 * Containers that include their media. Playlists (hls, dash, concat, sdp) are excluded: they refer to other addresses
 * and files, which ffmpeg would open.
 */
const CONTAINERS = 'mov,matroska,mpegts,mpeg,flv,avi,asf,mxf,ogg,wav,w64,aiff,mp3,aac,ac3,eac3,flac,h264,hevc';
const LOOPBACK = /^http:\/\/127\.0\.0\.1:\d+\//;

/**
 * Builds the arguments that precede an untrusted input of ffmpeg or ffprobe. They reject everything that is not media,
 * whatever its name, and restrict reading to the input itself: no file from an address, no address from a file.
 * @param input a local path, or the address of a Vodkeep server on loopback
 * @returns the arguments; the input must follow them
 */
export function mediaOnly(input: string): string[] {
  return ['-protocol_whitelist', LOOPBACK.test(input) ? 'http,tcp' : 'file', '-format_whitelist', CONTAINERS];
}

/** The same restriction for an ffconcat list that Vodkeep serves on loopback: its entries must be media. */
export const LISTED_MEDIA_ONLY = [
  '-protocol_whitelist',
  'http,tcp',
  '-format_whitelist',
  `concat,${CONTAINERS}`,
] as const;
