export { parseArguments, type Arguments } from './arguments.js';
export { startHouse, type House } from './house.js';
export type { ExtraService, HouseOptions } from './house-options.js';
export { houseOptions } from './settings.js';
export type { ReadyMessage } from './wait-for.js';
