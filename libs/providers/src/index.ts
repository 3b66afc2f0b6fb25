export * from './kit/provider.js';
export * from './kit/registry.js';
