export { startHouse, type House } from './house.js';
export type { ExtraService, HouseOptions } from './house-options.js';
export type { ReadyMessage } from './wait-for.js';
