export { yieldTurn } from './yield-turn.js';
