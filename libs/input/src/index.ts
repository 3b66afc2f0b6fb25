export { endOfString, exceededBound } from './json-bounds.js';
export { yieldTurn } from './yield-turn.js';
