import { jsonNotifier } from './json-notifier.js';
import { byLevel, cut, oneLine } from './texts.js';

/** https://pushover.net/api: title 250, message 1024, url 512 characters; the texts are plain. */
export const pushover = jsonNotifier<'pushover'>((message, { token, user }, { serviceUrl }) => ({
  url: serviceUrl('api.pushover.net', '/1/messages.json'),
  json: {
    token,
    user,
    title: cut(oneLine(message.title), 250),
    // An empty message is refused.
    message: cut(message.text === '' ? message.title : message.text, 1024),
    timestamp: Math.floor(Date.parse(message.at) / 1000),
    priority: byLevel(message, { info: 0, warning: 0, error: 1 }),
    ...(message.link !== '' && message.link.length <= 512 && { url: message.link }),
  },
}));
