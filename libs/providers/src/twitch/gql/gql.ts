import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, UserError, isAppError, localizedOf } from '#libs/errors';
import { message, type MessageParam } from '#libs/messages';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { fetchText } from '../http/fetch-text.js';
import { operationBody, variantCount, type GqlOperation } from './gql-operation.js';
import { readGql, type GqlAnswer } from './gql.wire.js';

/**
 * The Client-ID of Twitch's own web player, public in every page of the site. GraphQL accepts no other app; an app from
 * dev.twitch.tv works with Helix only.
 */
const WEB_PLAYER_CLIENT_ID = 'kimne78kx3ncx6brgo4mv6wki5h1ko';
const WAITS_MS = [500, 1500, 4000];

/** `data` is the requested data; `errors` names the parts that the site could not return. */
export interface GqlResult {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly string[];
}
export interface GqlOptions {
  /** `OAuth <token>` from the site's own cookie; GraphQL rejects a Helix token. */
  readonly authorization?: string;
  /** Address of the forward proxy to use. */
  readonly proxy?: string;
}

type Try = { readonly again: MessageParam } | { readonly answers: readonly GqlAnswer[] };

/**
 * Client for the GraphQL of Twitch's web player: requests that need no account (playback tokens, public data, badges).
 */
export class Gql {
  /** @param waitsMs delays before each retry after a fault of the site */
  constructor(
    private readonly sites: SiteAddresses,
    private readonly waitsMs: readonly number[] = WAITS_MS,
  ) {}

  /**
   * Sends all operations in one call; the results have the same order.
   * @throws UserError `playback-token`: the site rejects `authorization`
   * @throws OutsideError `refused`: the site requires a browser's integrity token; `site-away`: it is unavailable or
   *   returns no data
   */
  async run(
    operations: readonly GqlOperation[],
    options: GqlOptions,
    signal: AbortSignal,
  ): Promise<readonly GqlResult[]> {
    const results = new Map<GqlOperation, GqlResult>();
    const ways = new Map(operations.map((operation) => [operation, 0]));
    let faults = 0;
    while (ways.size > 0) {
      const fault = await this.attempt(ways, results, { options, signal });
      if (fault === null) continue;
      const waitMs = this.waitsMs[faults];
      if (waitMs === undefined) throw new OutsideError(message('error.site-away.player-interface', { why: fault }));
      faults += 1;
      await pause(waitMs * (0.75 + Math.random() / 2), undefined, { signal });
    }
    return operations.flatMap((operation) => results.get(operation) ?? []);
  }

  /**
   * Sends the operations without a result, each in its current variant.
   * @returns the fault after which to wait; null: continue immediately
   */
  private async attempt(
    ways: Map<GqlOperation, number>,
    results: Map<GqlOperation, GqlResult>,
    call: { options: GqlOptions; signal: AbortSignal },
  ): Promise<MessageParam | null> {
    const attempted = [...ways];
    const tried = await this.post(
      attempted.map(([operation, way]) => operationBody(operation, way)),
      call,
    );
    if ('again' in tried) return tried.again;
    let fault: MessageParam | null = null;
    for (const [at, [operation, way]] of attempted.entries()) {
      const { data, errors } = tried.answers[at] ?? { data: null, errors: [] };
      if (errors.some(isUnknownQuery)) {
        ways.set(operation, nextWay(operation, way));
        continue;
      }
      refuseIntegrity(errors);
      if (data === null || errors.some(isPassing)) {
        fault = errors.join('; ') || message('site.answer-without-data');
        continue;
      }
      ways.delete(operation);
      results.set(operation, { data, errors });
    }
    return fault;
  }

  private async post(
    bodies: readonly object[],
    { options: { authorization, proxy }, signal }: { options: GqlOptions; signal: AbortSignal },
  ): Promise<Try> {
    const headers = {
      'client-id': WEB_PLAYER_CLIENT_ID,
      'content-type': 'application/json',
      'origin': 'https://player.twitch.tv',
      'referer': 'https://player.twitch.tv/',
      ...(authorization === undefined ? {} : { authorization }),
    };
    try {
      const { status, text } = await fetchText(
        {
          url: this.sites.http('gql.twitch.tv', '/gql'),
          body: JSON.stringify(bodies),
          headers,
          ...(proxy === undefined ? {} : { proxy }),
        },
        signal,
      );
      return judge(status, text, { count: bodies.length, isSignedIn: authorization !== undefined });
    } catch (thrown) {
      if (isAppError(thrown) && thrown.code === 'site-away') return { again: localizedOf(thrown) };
      throw thrown;
    }
  }
}

function judge(status: number, text: string, { count, isSignedIn }: { count: number; isSignedIn: boolean }): Try {
  if (status === 401 && isSignedIn)
    throw new UserError(message('error.playback-token.not-taken'), {
      fields: [{ path: 'playbackToken', message: message('field.refused-by-twitch') }],
    });
  if (![200, 400, 401, 403].includes(status)) return { again: message('site.status', { status }) };
  const reading = readGql(text, count);
  if (reading.kind === 'answers') return { answers: reading.answers };
  if (reading.kind === 'unreadable') return { again: message('site.answer-not-of-it', { status }) };
  refuseIntegrity([reading.message]);
  if (status === 200) return { again: reading.message };
  throw new OutsideError(message('error.refused.player-question', { why: reading.message, status }));
}

/**
 * The query is no longer persisted, or uses a field that the schema no longer has (GraphQL 5.3.1, "Field Selections").
 */
const isUnknownQuery = (error: string): boolean =>
  error === 'PersistedQueryNotFound' || /^Cannot query field/.test(error);

/**
 * An error of an unavailable part of the site. The fields of that part are null, which does not mean that the item does
 * not exist.
 */
const isPassing = (error: string): boolean => /server error|service (timeout|error|unavailable)/i.test(error);

function nextWay(operation: GqlOperation, way: number): number {
  if (way + 1 < variantCount(operation)) return way + 1;
  throw new OutsideError(message('error.refused.unknown-question', { name: operation.operationName }));
}

function refuseIntegrity(errors: readonly string[]): void {
  if (errors.some((error) => /integrity/i.test(error))) throw new OutsideError(message('error.refused.integrity'));
}

/**
 * Converts a proxy address into request options; empty without a proxy.
 * @throws UserError `bad-proxy`
 */
export function viaProxy(proxy: string | undefined): Pick<GqlOptions, 'proxy'> {
  if (proxy === undefined) return {};
  if (URL.parse(proxy)?.protocol !== 'http:') throw new UserError(message('error.bad-proxy'));
  return { proxy };
}
