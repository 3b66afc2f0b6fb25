export {
  type Notifier,
  type NotifierPorts,
  type OutgoingAnswer,
  type OutgoingMessage,
  type OutgoingRequest,
  type SendResult,
  type VapidKeys,
} from './notifier.js';
export { MqttPresence } from './mqtt-presence.js';
export { NOTIFIERS } from './notifiers.js';
export { makeVapidKeys } from './web-push.notifier.js';
