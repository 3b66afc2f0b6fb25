export { output, start, type ProcessExit } from './start.js';
