import { jsonNotifier } from './json-notifier.js';
import { byLevel, oneLine } from './texts.js';

/** https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras; the texts are plain. */
export const gotify = jsonNotifier<'gotify'>((message, { url, token }) => ({
  url: `${url}/message`,
  headers: { 'x-gotify-key': token },
  json: {
    title: oneLine(message.title),
    message: message.text === '' ? message.title : message.text,
    priority: byLevel(message, { info: 4, warning: 5, error: 8 }),
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': {
        ...(message.link !== '' && { click: { url: message.link } }),
        ...(message.picture !== '' && { bigImageUrl: message.picture }),
      },
    },
  },
}));
