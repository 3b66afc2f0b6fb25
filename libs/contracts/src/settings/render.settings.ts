import { settingsOf } from './setting-def.js';

const LATER = 'render';
const burn = settingsOf('chat-burn');

/** Default appearance of a rendered chat. */
export const RENDER_SETTINGS = {
  'chatburn.default.chat_width': burn.whole({
    unit: 'pixels',
    min: 2,
    max: 7_680,
    default: 300,
    later: LATER,
  }),
  'chatburn.default.auto_chat_height': burn.flag({
    default: true,
    later: LATER,
  }),
  'chatburn.default.chat_height': burn.whole({
    unit: 'pixels',
    min: 2,
    max: 4_320,
    default: 300,
    later: LATER,
  }),
  'chatburn.default.chat_font': burn.line({
    default: 'Inter',
    later: LATER,
  }),
  'chatburn.default.chat_font_size': burn.whole({
    unit: 'points',
    min: 1,
    max: 200,
    default: 12,
    later: LATER,
  }),
  'chatburn.default.horizontal': burn.oneOf(['left', 'right'], {
    default: 'left',
    named: ['left', 'right'],
    later: LATER,
  }),
  'chatburn.default.vertical': burn.oneOf(['top', 'bottom'], {
    default: 'top',
    named: ['top', 'bottom'],
    later: LATER,
  }),
  'chatburn.default.preset': burn.oneOf(
    ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
    { default: 'slow', later: LATER },
  ),
  'chatburn.default.crf': burn.whole({
    min: 0,
    max: 51,
    default: 26,
    later: LATER,
  }),
} as const;
