import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, UserError, isAppError, localizedOf } from '#libs/errors';
import { message, type MessageParam } from '#libs/messages';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { fetchText } from '../http/fetch-text.js';
import { operationBody, variantCount, type GqlOperation } from './gql-operation.js';
import { readGql, type GqlAnswer } from './gql.wire.js';

/**
 * The Client-ID of Twitch's own web player, public in every page of the site. GraphQL answers no other app; one made at
 * dev.twitch.tv is for Helix alone.
 */
export const WEB_PLAYER_CLIENT_ID = 'kimne78kx3ncx6brgo4mv6wki5h1ko';
const WAITS_MS = [500, 1500, 4000];

/** `data` is what was asked for; `errors` what the site could not give of it. */
export interface GqlResult {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly string[];
}
export interface GqlOptions {
  /** `OAuth <token>` of the site's own cookie; a token of Helix is not taken. */
  readonly authorization?: string;
  /** Address of a forward proxy to go through. */
  readonly proxy?: string;
}

type Try = { readonly again: MessageParam } | { readonly answers: readonly GqlAnswer[] };

/** The GraphQL of Twitch's web player: what needs no account (playback tokens, look-ups, badges). */
export class Gql {
  /** @param waitsMs before each further attempt, when the site has a problem */
  constructor(
    private readonly sites: SiteAddresses,
    private readonly waitsMs: readonly number[] = WAITS_MS,
  ) {}

  /**
   * Asks all operations in one call; the results have their order.
   * @throws UserError `playback-token` when the site does not take `authorization`
   * @throws OutsideError `refused` when it wants a browser's proof, `site-away` when it cannot be asked or gives no
   *   data
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
   * Asks what is still open, each in its present way.
   * @returns the problem for which it is worth to wait; null: go on at once
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

/** Withdrawn, or of a schema that has moved on (GraphQL 5.3.1, "Field Selections"). */
const isUnknownQuery = (error: string): boolean =>
  error === 'PersistedQueryNotFound' || /^Cannot query field/.test(error);

/**
 * What the site says when a part of it is away. The data beside it are null where that part is missing, which must not
 * be read as `there is none`.
 */
const isPassing = (error: string): boolean => /server error|service (timeout|error|unavailable)/i.test(error);

function nextWay(operation: GqlOperation, way: number): number {
  if (way + 1 < variantCount(operation)) return way + 1;
  throw new OutsideError(message('error.refused.unknown-question', { name: operation.operationName }));
}

function refuseIntegrity(errors: readonly string[]): void {
  if (errors.some((error) => /integrity/i.test(error))) throw new OutsideError(message('error.refused.integrity'));
}

/** A proxy as questions take it; nothing where there is none. @throws UserError `bad-proxy` */
export function viaProxy(proxy: string | undefined): Pick<GqlOptions, 'proxy'> {
  if (proxy === undefined) return {};
  if (URL.parse(proxy)?.protocol !== 'http:') throw new UserError(message('error.bad-proxy'));
  return { proxy };
}
