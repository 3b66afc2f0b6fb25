export {
  BugError,
  OutsideError,
  UserError,
  isAppError,
  type AppError,
  type FieldFault,
  messageOf,
  type ErrorWords,
  wordsOf,
} from './errors.js';
