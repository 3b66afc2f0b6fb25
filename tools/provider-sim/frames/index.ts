export { checkAudioRecording, checkRecording, type RecordingReport } from './check-recording.js';
export { allFrames, readFrames, type ReadFrame } from './read-frames.js';
export { checkFrames, type FrameReport } from './check-frames.js';
export { checkTones, type Span, type ToneOptions, type ToneReport } from './check-tones.js';
export { expectedFrames, expectedSegments, type ExpectFrom } from './expected-frames.js';
export { numbersOf, toRanges, type FrameRange } from './frame-range.js';
export { readTones, type ReadTone } from './read-tones.js';
