export { BugError, OutsideError, UserError, isAppError, type AppError, type FieldFault } from './errors.js';
export { messageOf } from './message-of.js';
export { type ErrorWords, wordsOf } from './words-of.js';
