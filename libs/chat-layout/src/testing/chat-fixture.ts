import { type ChatFragment, type ChatMessage } from '#libs/contracts';
import { type LayoutInput } from '../layout-message.js';
import { PLAIN_SCALES } from '../style.js';
import { fontMeasurer } from '../text/font-measurer.js';

export const textFragment = (text: string): ChatFragment => ({ type: 'text', text });
export const emote = (name: string, over: Partial<Extract<ChatFragment, { type: 'emote' }>> = {}): ChatFragment => ({
  type: 'emote',
  id: name,
  source: 'twitch',
  name,
  zeroWidth: false,
  width: 28,
  height: 28,
  assetKey: `e/${name}`,
  ...over,
});

/** A message with default values; each field can be overridden. */
export function message(over: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: 'm1',
    atMs: 1000,
    kind: 'message',
    author: { id: '7', login: 'oru', name: 'oru', color: null, badges: [] },
    fragments: [textFragment('good evening')],
    reply: null,
    flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
    deleted: null,
    notice: null,
    ...over,
  };
}

const texts: LayoutInput['texts'] = {
  placeholder: '<message deleted>',
  removed: { moderator: 'removed', ban: 'banned', timeout: 'timed out', clear: 'cleared' },
  first: 'First message',
  highlighted: 'Highlighted',
  bits: '{bits} bits',
  sharedFrom: 'from {name}',
  reply: 'to {name}: {body}',
};

export function input(
  over: Partial<LayoutInput> & { readonly fontPx?: number; readonly width?: number } = {},
): LayoutInput {
  const { fontPx = 24, width = 350, ...rest } = over;
  return {
    message: message(),
    t: 5000,
    style: { fontPx, width, scales: PLAIN_SCALES },
    show: { timestamps: false, badges: true, emotes: true, deleted: 'struck' },
    texts,
    measurer: fontMeasurer,
    ...rest,
  };
}
