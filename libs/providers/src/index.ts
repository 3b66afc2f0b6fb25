export * from './kit/account.js';
export * from './kit/chat-source.js';
export * from './kit/video-archive.js';
export * from './kit/playback.js';
export * from './kit/provider.js';
export * from './kit/push.js';
export * from './kit/registry.js';
export * from './kit/site-addresses.js';
