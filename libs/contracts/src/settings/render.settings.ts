import { settingsOf } from './setting-def.js';

const LATER = 'render';
const burn = settingsOf('Chat burn');

/** What a rendered chat looks like unless its form says otherwise. */
export const RENDER_SETTINGS = {
  'chatburn.default.chat_width': burn.whole({
    text: 'Width',
    help: 'The width of the rendered chat.',
    unit: 'pixels',
    min: 2,
    max: 7_680,
    default: 300,
    later: LATER,
  }),
  'chatburn.default.auto_chat_height': burn.flag({
    text: 'As high as the video',
    help: 'When off, the height below applies.',
    default: true,
    later: LATER,
  }),
  'chatburn.default.chat_height': burn.whole({
    text: 'Height',
    help: 'The height of the rendered chat.',
    unit: 'pixels',
    min: 2,
    max: 4_320,
    default: 300,
    later: LATER,
  }),
  'chatburn.default.chat_font': burn.line({
    text: 'Font',
    help: 'The name of the font.',
    default: 'Inter',
    later: LATER,
  }),
  'chatburn.default.chat_font_size': burn.whole({
    text: 'Font size',
    help: 'The size of the text.',
    unit: 'points',
    min: 1,
    max: 200,
    default: 12,
    later: LATER,
  }),
  'chatburn.default.horizontal': burn.oneOf(['left', 'right'], {
    text: 'Side',
    help: 'The side of the video where the chat appears.',
    default: 'left',
    choiceTexts: { left: 'Left', right: 'Right' },
    later: LATER,
  }),
  'chatburn.default.vertical': burn.oneOf(['top', 'bottom'], {
    text: 'Edge',
    help: 'The edge of the video where the chat appears.',
    default: 'top',
    choiceTexts: { top: 'Top', bottom: 'Bottom' },
    later: LATER,
  }),
  'chatburn.default.preset': burn.oneOf(
    ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
    { text: 'Preset', help: 'A slower preset makes smaller files.', default: 'slow', later: LATER },
  ),
  'chatburn.default.crf': burn.whole({
    text: 'Quality (CRF)',
    help: 'A lower value gives better quality and larger files.',
    min: 0,
    max: 51,
    default: 26,
    later: LATER,
  }),
} as const;
