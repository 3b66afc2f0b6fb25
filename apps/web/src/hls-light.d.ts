declare module 'hls.js/light' {
  // The light build has the same shape; it lacks subtitles, alternate audio and DRM, which our playlists never carry.
  export { default } from 'hls.js';
  export * from 'hls.js';
}
