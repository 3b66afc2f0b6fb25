export { fieldMessage, readFieldMessage } from './field-message.js';
export {
  english,
  isSameMessage,
  joined,
  type Message,
  message,
  type MessageKey,
  type MessageParam,
  type MessageParams,
  type OwnMessage,
  verbatim,
} from './message.js';
export { type Language, LANGUAGES, translate } from './translate.js';
