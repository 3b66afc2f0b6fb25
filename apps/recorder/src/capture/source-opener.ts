import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { type Assignment, HLS_KIND, type HlsDialect } from '#libs/contracts';
import { chooseRendition } from '#libs/domain';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type BufferPool, HlsSource, HttpClient, type HttpTrace, SsrfGuard, type Variant } from '#libs/media';
import { Providers, type ChatSource, type PlaybackAddress } from '#libs/providers';
import { SourceSecrets } from './source-secrets.js';

/** Opens sources for this process, with the key of their credentials and the providers of their sites. */
@Injectable()
export class SourceOpener {
  constructor(
    private readonly secrets: SourceSecrets,
    private readonly providers: Providers,
  ) {}

  /** @throws UserError `unknown-provider` */
  chatOf(kind: string): ChatSource | null {
    return this.providers.of(kind).chat;
  }

  /** Compares the sources of two assignments by their unsealed values: each sealing gives other bytes. */
  compare(before: Assignment, after: Assignment): { readonly isOther: boolean; readonly isOtherAccess: boolean } {
    const [was, is] = [this.secrets.comparable(before), this.secrets.comparable(after)];
    const choice = ({ qualities, nearestBelow }: Assignment) => ({ qualities, nearestBelow });
    return {
      isOther: was.url !== is.url || !isDeepStrictEqual(choice(before), choice(after)),
      isOtherAccess: !isDeepStrictEqual(was.access, is.access),
    };
  }

  /** @throws as {@link openSource} */
  open(
    assignment: Assignment,
    ports: { readonly pool: BufferPool; readonly trace: HttpTrace },
    signal: AbortSignal,
  ): Promise<OpenedSource> {
    return openSource(assignment, { ...ports, secrets: this.secrets, providers: this.providers, signal });
  }
}

/**
 * An open source: its HTTP client, the dialect of its playlists, and a remark for the operator (empty if there is
 * none).
 */
export interface OpenedSource {
  readonly source: HlsSource;
  readonly http: HttpClient;
  readonly dialect: HlsDialect | null;
  readonly remark: string;
}
export interface SourcePorts {
  readonly pool: BufferPool;
  readonly trace?: HttpTrace;
  readonly secrets: SourceSecrets;
  readonly providers: Pick<Providers, 'of'>;
  readonly signal: AbortSignal;
}

/**
 * Opens the source of an assignment: unseals the credentials, resolves the playback address at the site, then chooses
 * the rendition by the operator's list.
 * @throws UserError of the sealer, `bad-proxy`; PlaylistError; HttpError; OutsideError `no-such-quality`, `not-live`,
 *   `refused`. Each message is the reason that the operator reads
 */
export async function openSource(
  assignment: Assignment,
  { pool, trace, secrets, providers, signal }: SourcePorts,
): Promise<OpenedSource> {
  const clear = secrets.of(assignment);
  if (assignment.providerKind === HLS_KIND) trace?.conceal(clear.url);
  const { playback } = providers.of(assignment.providerKind);
  const proxy = secrets.proxyOf(assignment);
  const resolve = (): Promise<PlaybackAddress> =>
    playback.open(
      {
        sourceId: assignment.sourceId ?? '',
        sourceUrl: clear.url,
        headers: clear.headers,
        ...(proxy ? { proxy: proxy.url } : {}),
      },
      signal,
    );
  const { url, headers, dialect, remark = '', unavailable = [] } = await resolve();
  const access = secrets.accessOf(assignment);
  const secret = { origin: new URL(url).origin, headers, hosts: access.hosts };
  const guard = new SsrfGuard({ url, network: assignment.sourceNetwork ?? null });
  const http = new HttpClient({ pool, guard, secret, certificates: access, proxy, trace: trace ?? null });
  try {
    const source = await HlsSource.open({
      url,
      http,
      signal,
      ...(url === clear.url ? {} : { renew: resolve }),
      choose: (variants) => chosen(variants, assignment, unavailable),
      patienceMs: PATIENCE_MS,
    });
    return { source, http, dialect, remark };
  } catch (error) {
    await http.close();
    throw error;
  }
}

/** Longest time to wait for a usable playlist. Shorter than the window of a source, so no segment is lost meanwhile. */
const PATIENCE_MS = 2500;

/**
 * If the site withholds a wanted quality, the error carries the site's reason, because it tells the operator the
 * remedy.
 */
function chosen(
  variants: readonly Variant[],
  assignment: Assignment,
  unavailable: NonNullable<PlaybackAddress['unavailable']>,
): Variant {
  const choice = chooseRendition(variants, assignment);
  if (!('refused' in choice)) return choice.chosen;
  throw new OutsideError(
    unavailable.reduce(
      (refused, { name, reason }) => message('error.no-such-quality.withheld', { refused, name, why: reason }),
      choice.refused,
    ),
  );
}
