export { checkAudioRecording, checkRecording, type RecordingReport } from './check-recording.js';
export { allFrames, type ReadFrame } from './read-frames.js';
export { checkFrames, type FrameReport } from './check-frames.js';
export { checkTones, type Span, type ToneReport } from './check-tones.js';
export { expectedFrames, expectedSegments } from './expected-frames.js';
export { type FrameRange } from './frame-range.js';
export { readTones } from './read-tones.js';
