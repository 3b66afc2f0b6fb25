/** What main.ts opens once and hands to every module; interfaces have no run-time value to inject by. */
export const BUS = Symbol('Bus');
export const STORAGE = Symbol('Storage');
export const API_CONFIG = Symbol('ApiConfig');
export const SOURCE_SEALER = Symbol('Sealer for channel sources');
export const LOGGER = Symbol('Logger');
