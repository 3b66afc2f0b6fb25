import { subjectOf, type Payload } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { decodeJson, encodeMessage, type PulseDef, subjectToken } from './message-codec.js';

/**
 * Sends a pulse without confirmation. Drops it while NATS is unavailable: an old pulse is worthless, and the client
 * would buffer it in memory. Also drops it while the connection is closed, because the client would throw and the
 * senders are timers that cannot handle an error.
 */
export function sendPulse<D extends PulseDef>(link: BusLink, def: D, payload: Payload<D>): void {
  const { subject, data } = encodeMessage(def, payload);
  if (link.connected && !link.nc.isDraining()) link.nc.publish(subject, data);
}

/**
 * Receives pulses of one key, or of all keys with `*`, until the returned function is called. An error of the handler
 * is reported as a problem; the handler still receives the next pulse.
 */
export function subscribePulses<D extends PulseDef>(
  link: BusLink,
  def: D,
  { key, handler }: { readonly key: string; readonly handler: (payload: Payload<D>) => void | Promise<void> },
): () => void {
  const receive = async (data: Uint8Array): Promise<void> => {
    const parsed = def.schema.safeParse(decodeJson(data));
    if (parsed.success) await handler(parsed.data as Payload<D>);
    else link.problem(`a ${def.name} pulse does not match its schema`, parsed.error);
  };
  const subscription = link.nc.subscribe(subjectOf(def, key === '*' ? '*' : subjectToken(key)), {
    callback: (error, message) => {
      if (error) {
        link.problem(`receiving ${def.name} failed`, error);
        return;
      }
      receive(message.data).catch((thrown: unknown) => {
        link.problem(`a handler of ${def.name} failed`, thrown);
      });
    },
  });
  return () => {
    subscription.unsubscribe();
  };
}
