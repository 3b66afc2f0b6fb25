export { output, start, type Child, type ProcessExit as Ended, type ProcessOptions as Start } from './start.js';
export { TextTail } from './text-tail.js';
