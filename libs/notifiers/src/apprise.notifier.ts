import { jsonNotifier } from './json-notifier.js';
import { byLevel, lines, oneLine } from './texts.js';

/** A stored configuration of Apprise API: `http://host:8000/notify/<key>` (https://github.com/caronc/apprise-api). */
export const apprise = jsonNotifier<'apprise'>((message, { url, tag }) => ({
  url,
  json: {
    title: oneLine(message.title),
    body: lines(message.text === '' ? message.title : message.text, message.link),
    type: message.ended ? 'success' : byLevel(message, { info: 'info', warning: 'warning', error: 'failure' }),
    format: 'text',
    ...(tag !== '' && { tag }),
  },
}));
