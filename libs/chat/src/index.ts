export * from './assets/asset-table.js';
export * from './assets/assets-used.js';
export * from './clock/file-clock.js';
export * from './merge/merge-chunks.js';
export * from './message/to-chat-message.js';
export * from './moderation/moderation.js';
