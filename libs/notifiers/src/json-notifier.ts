import { type ReceiverConfig, type ReceiverKind } from '#libs/contracts';
import { judgeAnswer } from './judge-answer.js';
import { type Notifier, type NotifierPorts, type OutgoingMessage, type OutgoingRequest } from './notifier.js';

/** Makes a notifier that sends each message as one POST of JSON. */
export const jsonNotifier = <K extends ReceiverKind>(
  request: (
    message: OutgoingMessage,
    config: ReceiverConfig<K>,
    ports: NotifierPorts,
  ) => { readonly url: string; readonly json: unknown; readonly headers?: OutgoingRequest['headers'] },
): Notifier<K> => ({
  send: async (message, config, ports) => {
    const { url, json, headers = {} } = request(message, config, ports);
    const sent = { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) };
    return judgeAnswer(await ports.post(sent, ports.signal), ports.now());
  },
});
