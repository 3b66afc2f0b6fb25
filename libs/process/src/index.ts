export { output, start, type Child, type Ended, type Start } from './start.js';
export { TextTail } from './text-tail.js';
