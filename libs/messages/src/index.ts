export { fieldMessage, readFieldMessage } from './field-message.js';
export { type Language, LANGUAGES } from './languages.js';
export {
  english,
  isSameMessage,
  joined,
  type Message,
  message,
  type MessageKey,
  type MessageParam,
  type OwnMessage,
  verbatim,
  withEnglish,
} from './message.js';
export { SETTING_TEXTS, type SettingTextKey, type SettingTexts } from './settings/setting-texts.js';
export { translate } from './translate.js';
