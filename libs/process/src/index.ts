export { output } from './output.js';
export { start, type Child, type Ended, type Start } from './start.js';
export { TextTail } from './text-tail.js';
