export { output, start, type Child, type ProcessExit, type ProcessOptions } from './start.js';
export { TextTail } from './text-tail.js';
