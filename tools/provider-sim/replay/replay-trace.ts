import type { TraceRecord } from '#libs/contracts';

/** A response of the replay. */
export interface ReplayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const TS_PACKET = 188;
const SYNC_BYTE = 0x47;
/** Headers of the connection, or that the body of the replay does not have. */
const OWN_HEADERS = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'date', 'age', 'expires']);
const NOT_FOUND: ReplayAnswer = { status: 404, headers: {}, body: Buffer.from('not in the trace\n') };

/**
 * Answers requests as a traced source did: each address with its responses in order, at the time at which they came
 * after the first one. Segments have their recorded head and length; the rest is padding.
 */
export class TraceReplay {
  private readonly answers: ReadonlyMap<string, readonly TraceRecord[]>;
  private readonly startedAt: number;
  private since: number | null = null;

  /** @param now ms */
  constructor(
    private readonly records: readonly TraceRecord[],
    private readonly now: () => number,
  ) {
    this.answers = Map.groupBy(records, ({ url, range }) => keyOf(url, range));
    this.startedAt = records[0]?.at ?? 0;
  }

  /** Path of the first playlist on the server of the replay; null if the trace has none. */
  get firstPath(): string | null {
    const list = this.records.find(({ text }) => text !== undefined);
    return list ? pathOf(list.url) : null;
  }

  /** @param path of the request, with its query; the clock starts with the first request */
  answer(path: string, range: readonly [number, number] | null): ReplayAnswer {
    this.since ??= this.now();
    const url = urlOf(path);
    const found = url === null ? [] : (this.answers.get(keyOf(url, range)) ?? this.answers.get(keyOf(url, null)) ?? []);
    const at = this.startedAt + this.now() - this.since;
    const record = found.findLast((one) => one.at <= at) ?? found[0];
    return record && record.status > 0 ? answerOf(record) : NOT_FOUND;
  }
}

const keyOf = (url: string, range: readonly [number, number] | null): string => `${url} ${range?.join() ?? ''}`;

/** `https://host/a?b` is `/https/host/a?b` on the server of the replay, so that relative addresses stay valid. */
function pathOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `/${protocol.slice(0, -1)}/${host}${pathname}${search}`;
}
function urlOf(path: string): string | null {
  const [, protocol, rest] = /^\/(https?)\/(.+)$/.exec(path) ?? [];
  return protocol !== undefined && rest !== undefined ? `${protocol}://${rest}` : null;
}

function answerOf({ status, headers, text, head, bytes }: TraceRecord): ReplayAnswer {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
  const { location } = own;
  return {
    status,
    headers: { ...own, ...(location !== undefined && /^https?:/.test(location) && { location: pathOf(location) }) },
    body: text === undefined ? padded(Buffer.from(head ?? '', 'base64'), bytes) : Buffer.from(withPaths(text)),
  };
}

/** Absolute addresses in a playlist, and those that begin with a slash, lead to the server of the replay. */
function withPaths(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s"]+/g, (url) => (URL.canParse(url) ? pathOf(url) : url));
}

/** Null packets after the head of TS; zeros after any other. */
function padded(head: Buffer, bytes: number): Buffer {
  const body = Buffer.alloc(bytes);
  head.copy(body, 0, 0, bytes);
  if (head[0] !== SYNC_BYTE) return body;
  for (let at = Math.floor(head.length / TS_PACKET) * TS_PACKET; at + TS_PACKET <= bytes; at += TS_PACKET) {
    body.fill(0xff, at, at + TS_PACKET);
    body.set([SYNC_BYTE, 0x1f, 0xff, 0x10], at);
  }
  return body;
}
