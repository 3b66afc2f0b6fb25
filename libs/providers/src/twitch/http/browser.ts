/**
 * What we say we are at the addresses of Twitch's web player: names that are no browser's got `server error` there
 * (streamlink#6574, June 2025).
 */
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36';
