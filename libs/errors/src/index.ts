export {
  BugError,
  onFields,
  OutsideError,
  UserError,
  errorCodeOf,
  isAppError,
  type AppError,
  type FieldFault,
  causeOf,
  localizedOf,
  messageOf,
  untranslated,
} from './errors.js';
