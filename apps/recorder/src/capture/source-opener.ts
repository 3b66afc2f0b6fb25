import { Injectable } from '@nestjs/common';
import { type Assignment, type HlsDialect } from '#libs/contracts';
import { chooseRendition } from '#libs/domain';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type BufferPool, HlsSource, HttpClient, type Variant } from '#libs/media';
import { Providers, type ChatSource, type PlaybackAddress } from '#libs/providers';
import { SourceSecrets } from './source-secrets.js';

/** Opens the sources of this process: it holds the key of their credentials, and knows their sites. */
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

  /** @throws as {@link openSource} */
  open(assignment: Assignment, pool: BufferPool, signal: AbortSignal): Promise<OpenedSource> {
    return openSource(assignment, { pool, secrets: this.secrets, providers: this.providers, signal });
  }
}

/**
 * A source, the connections that lead to it, how its playlists are read, and what the operator should know of it
 * although it is open.
 */
export interface OpenedSource {
  readonly source: HlsSource;
  readonly http: HttpClient;
  readonly dialect: HlsDialect | null;
  readonly remark: string;
}
export interface SourcePorts {
  readonly pool: BufferPool;
  readonly secrets: SourceSecrets;
  readonly providers: Pick<Providers, 'of'>;
  readonly signal: AbortSignal;
}

/**
 * Opens what an assignment names: its credentials, the address that its site gives for it, then the rendition that the
 * operator's list asks for.
 * @throws UserError of the sealer, `bad-proxy`; PlaylistError; HttpError; OutsideError `no-such-quality`, `not-live`,
 *   `refused` - each message is the reason as the operator reads it
 */
export async function openSource(
  assignment: Assignment,
  { pool, secrets, providers, signal }: SourcePorts,
): Promise<OpenedSource> {
  const clear = secrets.of(assignment);
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
  const http = new HttpClient({ pool, secret: { origin: new URL(url).origin, headers }, proxy });
  try {
    const source = await HlsSource.open({
      url,
      http,
      signal,
      ...(url === clear.url ? {} : { renew: resolve }),
      choose: (variants) => chosen(variants, assignment, unavailable),
    });
    return { source, http, dialect, remark };
  } catch (error) {
    await http.close();
    throw error;
  }
}

/** Where the site has a wanted quality and does not give it to us, its reason is the operator's remedy. */
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
