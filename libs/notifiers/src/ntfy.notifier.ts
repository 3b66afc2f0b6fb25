import { createHash } from 'node:crypto';
import { jsonNotifier } from './json-notifier.js';
import { byLevel, cut, oneLine } from './texts.js';

/** Publishes as JSON to the root of the server (https://docs.ntfy.sh/publish/#publish-as-json); the texts are plain. */
export const ntfy = jsonNotifier<'ntfy'>((message, { url, topic, token }) => ({
  url,
  headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  json: {
    topic,
    // From version 2.16 on, a repeated message replaces the earlier one.
    sequence_id: createHash('sha256').update(message.id).digest('base64url').slice(0, 32),
    title: cut(oneLine(message.title), 250),
    // ntfy makes a file of a message above 4096 bytes.
    message: cut(message.text === '' ? message.title : message.text, 1_300),
    tags: [message.category],
    priority: byLevel(message, { info: 3, warning: 3, error: 4 }),
    ...(message.link !== '' && {
      click: message.link,
      actions: [{ action: 'view', label: 'Open', url: message.link }],
    }),
    ...(message.picture !== '' && { icon: message.picture }),
  },
}));
