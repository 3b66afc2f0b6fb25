export {
  BugError,
  onFields,
  OutsideError,
  UserError,
  codeOf,
  isAppError,
  type AppError,
  type FieldFault,
  causeOf,
  localizedOf,
  messageOf,
  untranslated,
} from './errors.js';
