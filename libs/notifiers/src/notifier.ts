import { type NotificationCategory, type ReceiverConfig, type ReceiverKind } from '#libs/contracts';
import { type LookupFunction } from 'node:net';

/** A notification with its final texts. Without a link or a picture, these are empty; else absolute http(s) addresses. */
export interface OutgoingMessage {
  /** The same in every try, so that a receiver can recognise a repeated message. */
  readonly id: string;
  readonly category: NotificationCategory;
  readonly level: 'info' | 'warning' | 'error';
  /** The end of a problem. */
  readonly ended: boolean;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly picture: string;
  /** Time of the event, ISO 8601. */
  readonly at: string;
  readonly channelUuid: string | null;
  readonly vodUuid: string | null;
  /** Facts for scripts: `login`, `basename`, `stream_title`, ... */
  readonly values: Readonly<Record<string, string>>;
  readonly isTest: boolean;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}
export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** What a notifier may use of its process. */
export interface NotifierPorts {
  /** Sends a POST, bounded in time and size. @throws OutsideError no answer */
  readonly post: (request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingAnswer>;
  /** Looks up the host of a connection that is not HTTP, and refuses addresses that nobody may name. */
  readonly lookup: LookupFunction;
  /** Address of a fixed service. @param path with its leading slash */
  readonly serviceUrl: (host: string, path: string) => string;
  /** Identifies this installation to push services and home automation. */
  readonly vapid: () => Promise<VapidKeys>;
  /** Folder of the operator's scripts. */
  readonly scriptDir: string;
  /** Present time in ms since the Unix epoch. */
  readonly now: () => number;
}
/** Keys of Web Push (RFC 8292), base64url. `subject`: a `mailto:` or https address of the operator. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/**
 * How a try ended. `sent`: the receiver accepted the message. `failed`: it may accept it later, not before
 * `retryAfterMs` if it said so. `refused`: it never accepts this message. `gone`: the receiver does not exist any more.
 * `answer`: its response, as one short line.
 */
export interface SendResult {
  readonly outcome: 'sent' | 'failed' | 'refused' | 'gone';
  readonly answer: string;
  readonly retryAfterMs?: number;
}

/** Sends messages to one kind of receiver. */
export interface Notifier<K extends ReceiverKind> {
  /** Time limit of one try in ms; default 15 s. */
  readonly limitMs?: number;
  /** @throws OutsideError the receiver cannot be reached */
  readonly send: (
    message: OutgoingMessage,
    config: ReceiverConfig<K>,
    ports: NotifierPorts & { readonly signal: AbortSignal },
  ) => Promise<SendResult>;
}
