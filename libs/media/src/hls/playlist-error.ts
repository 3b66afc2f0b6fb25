import { OutsideError } from '#libs/errors';

/** What can be wrong with a playlist. The code is stable: callers show a remedy by it. */
export const PLAYLIST_FAULTS = [
  'not-hls',
  'not-media',
  'empty-master',
  'vod-playlist',
  'bad-tag',
  'bad-byterange',
  'bad-uri',
  'delta-playlist',
  'undefined-variable',
] as const;
export type PlaylistFault = (typeof PLAYLIST_FAULTS)[number];

/**
 * A text that is not the playlist it should be. The only thing that the playlist parsers throw; `what` equals `code`.
 */
export class PlaylistError extends OutsideError {
  constructor(
    readonly what: PlaylistFault,
    message: string,
  ) {
    super(what, message);
  }
}
