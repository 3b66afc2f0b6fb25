declare module 'hls.js/light' {
  // The light build has the same types. It lacks subtitles, alternate audio and DRM, which Vodkeep's playlists never
  // contain.
  export { default } from 'hls.js';
  export * from 'hls.js';
}
