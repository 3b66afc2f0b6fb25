export * from './assets/asset-table.js';
export * from './assets/assets-used.js';
