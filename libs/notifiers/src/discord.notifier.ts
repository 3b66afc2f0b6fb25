import { jsonNotifier } from './json-notifier.js';
import { cut, escapeMarkdown, lines } from './texts.js';

/** The content has at most 2000 characters (https://discord.com/developers/docs/resources/webhook#execute-webhook). */
const MAX = { title: 200, text: 600 } as const;

/** Posts to a webhook. No text of a stream can mention a person. */
export const discord = jsonNotifier<'discord'>(({ title, text, link, picture }, { url }) => ({
  url,
  json: {
    content: lines(`**${escapeMarkdown(cut(title, MAX.title))}**`, escapeMarkdown(cut(text, MAX.text)), link),
    allowed_mentions: { parse: [] },
    ...(picture.startsWith('https:') && { embeds: [{ image: { url: picture } }] }),
  },
}));
