export * from './naming/vod-basename.js';
export * from './quality/choose-rendition.js';
export * from './record/should-record.js';
export * from './timeline/build-timeline.js';
export * from './timeline/part-facts.js';
export * from './timeline/segment-index.js';
export * from './vod/derive-state.js';
export * from './vod/is-over.js';
