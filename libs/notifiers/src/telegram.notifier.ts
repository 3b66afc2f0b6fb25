import { jsonNotifier } from './json-notifier.js';
import { cut, escapeHtml, lines } from './texts.js';

/** A message has at most 4096 characters after its entities are parsed (https://core.telegram.org/bots/api#sendmessage). */
const MAX = { title: 400, text: 3_000 } as const;

/** Sends as a bot. The picture is the preview of a link, so a picture that Telegram cannot load refuses no message. */
export const telegram = jsonNotifier<'telegram'>(({ title, text, link, picture }, { token, chat }, { serviceUrl }) => ({
  url: serviceUrl('api.telegram.org', `/bot${token}/sendMessage`),
  json: {
    chat_id: chat,
    text: lines(`<b>${escapeHtml(cut(title, MAX.title))}</b>`, escapeHtml(cut(text, MAX.text)), escapeHtml(link)),
    parse_mode: 'HTML',
    link_preview_options: picture === '' ? { is_disabled: true } : { url: picture, show_above_text: true },
  },
}));
