export { hashOf } from './hash-of.js';
export { DEFAULT_NAME_COLOURS, nameColourOf, contrastOf, readableOn } from './colour.js';
export {
  type Item,
  type PictureItem,
  type Section,
  type TextItem,
  type TextRole,
  type TextTarget,
} from './items/item.js';
export { type LayoutTexts, type ShowOptions } from './items/sections-of.js';
export { timeText } from './items/time-text.js';
export { type Accent, layoutMessage, type LayoutInput, type MessageLayout } from './layout-message.js';
export { type PictureBox, type PlacedBox, type TextBox } from './lines/place-line.js';
export { type Geometry, geometryOf, type LayoutScales, type LayoutStyle, PLAIN_SCALES, wordSpacing } from './style.js';
export { fontMeasurer } from './text/font-measurer.js';
export { containsWord } from './text/contains-word.js';
export {
  type Advance,
  FONT_ASCENT,
  FONT_DESCENT,
  FONT_FAMILIES,
  FONT_WEIGHTS,
  type TextMeasurer,
  type TextStyle,
} from './text/text-measurer.js';
export { applyModeration, isDeletedAt } from './time/apply-moderation.js';
export { type CoarseStamp, disperse } from './time/disperse.js';
export { countUntil, messagesAt, stackUp } from './time/messages-at.js';
