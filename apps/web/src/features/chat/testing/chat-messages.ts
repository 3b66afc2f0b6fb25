import { type ChatMessage, type ChatPage } from '#libs/contracts';

/** A message by `oru`, at this second of the file. */
export const chatMessage = (second: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `at-${second}`,
  atMs: second * 1000,
  kind: 'message',
  author: { id: '7', login: 'oru', name: 'Oru', color: null, badges: [] },
  fragments: [{ type: 'text', text: 'hello' }],
  reply: null,
  flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
  deleted: null,
  notice: null,
  ...over,
});

export const page = (over: Partial<ChatPage> = {}): ChatPage => ({
  messages: [],
  complete_to: 60,
  cut: false,
  growing: false,
  gaps: [],
  moderation: [],
  ...over,
});
