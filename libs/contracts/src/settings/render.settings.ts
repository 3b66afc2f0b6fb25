import { settingsOf } from './setting-def.js';

const LATER = 'render';
const burn = settingsOf('Chat burn');

/** What a rendered chat looks like unless its form says otherwise. */
export const RENDER_SETTINGS = {
  'chatburn.default.chat_width': burn.whole({
    text: 'Width',
    help: 'Of the rendered chat.',
    unit: 'pixels',
    min: 2,
    max: 7_680,
    default: 300,
    later: LATER,
  }),
  'chatburn.default.auto_chat_height': burn.flag({
    text: 'As high as the video',
    help: 'Off: the height below.',
    default: true,
    later: LATER,
  }),
  'chatburn.default.chat_height': burn.whole({
    text: 'Height',
    help: 'Of the rendered chat.',
    unit: 'pixels',
    min: 2,
    max: 4_320,
    default: 300,
    later: LATER,
  }),
  'chatburn.default.chat_font': burn.line({ text: 'Font', help: 'Name of the font.', default: 'Inter', later: LATER }),
  'chatburn.default.chat_font_size': burn.whole({
    text: 'Font size',
    help: 'Size of the text.',
    unit: 'points',
    min: 1,
    max: 200,
    default: 12,
    later: LATER,
  }),
  'chatburn.default.horizontal': burn.oneOf(['left', 'right'], {
    text: 'Side',
    help: 'Where it stands on the video.',
    default: 'left',
    choiceTexts: { left: 'Left', right: 'Right' },
    later: LATER,
  }),
  'chatburn.default.vertical': burn.oneOf(['top', 'bottom'], {
    text: 'Edge',
    help: 'Where it stands on the video.',
    default: 'top',
    choiceTexts: { top: 'Top', bottom: 'Bottom' },
    later: LATER,
  }),
  'chatburn.default.preset': burn.oneOf(
    ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
    { text: 'Preset', help: 'Slower is smaller.', default: 'slow', later: LATER },
  ),
  'chatburn.default.crf': burn.whole({
    text: 'Quality (CRF)',
    help: 'Lower is better and larger.',
    min: 0,
    max: 51,
    default: 26,
    later: LATER,
  }),
} as const;
