export {
  type Notifier,
  type NotifierPorts,
  type OutgoingMessage,
  type SendResult,
  type VapidKeys,
} from './notifier.js';
export { MqttPresence } from './mqtt-presence.js';
export { NOTIFIERS } from './notifiers.js';
export { makeVapidKeys } from './web-push.notifier.js';
