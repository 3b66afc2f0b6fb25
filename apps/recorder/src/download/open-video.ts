import { type JobInput, type videoDownloadJob } from '#libs/contracts';
import { chooseRendition } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import {
  type BufferPool,
  HlsSource,
  HttpClient,
  type HttpPort,
  fallbackAddresses,
  SsrfGuard,
  type Variant,
} from '#libs/media';
import { type VideoArchive, type PastPlayback, type Providers } from '#libs/providers';
import { type SourceSecrets } from '../capture/source-secrets.js';

/** An open past video: its list and the HTTP client for its media. */
export interface OpenedVideo {
  readonly source: HlsSource;
  readonly http: HttpPort;
}
export interface VideoPorts {
  readonly pool: BufferPool;
  readonly secrets: SourceSecrets;
  readonly providers: Pick<Providers, 'of'>;
  readonly signal: AbortSignal;
}

type Input = JobInput<typeof videoDownloadJob>;

/**
 * Opens a site's past video in the rendition that the operator wants, or in the one that the download started with.
 * @param begunWith name of the rendition of an earlier delivery; null at the first delivery
 * @throws UserError `no-past`, `no-such-quality`, and the permanent errors of {@link Past.videoPlayback}; OutsideError:
 *   if the site is unavailable
 */
export async function openVideo(
  input: Input,
  begunWith: string | null,
  { pool, secrets, providers, signal }: VideoPorts,
): Promise<OpenedVideo> {
  const videoArchive = videoArchiveOf(providers, input.providerKind);
  const proxy = secrets.proxyOf(input);
  const viewer = {
    authorization: secrets.headersOf(input)['authorization'] ?? null,
    ...(proxy ? { proxy: proxy.url } : {}),
  };
  const resolve = (): Promise<PastPlayback> => videoArchive.videoPlayback(input.videoId, viewer, signal);
  const {
    address: { url, headers },
    segmentUrls,
  } = await resolve();
  const guard = new SsrfGuard({ url, network: null });
  const client = new HttpClient({ pool, guard, secret: { origin: new URL(url).origin, headers }, proxy });
  try {
    const source = await HlsSource.open({
      url,
      http: client,
      signal,
      finished: true,
      renew: async () => (await resolve()).address,
      choose: (variants) => chosen(variants, input, begunWith),
    });
    return { source, http: fallbackAddresses(client, segmentUrls) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** @throws UserError `unknown-provider`, `no-past` */
export function videoArchiveOf(providers: Pick<Providers, 'of'>, kind: string): VideoArchive {
  const { videoArchive } = providers.of(kind);
  if (!videoArchive) throw new UserError(message('error.no-past.download'));
  return videoArchive;
}

/** Keeps the rendition of an earlier delivery, because one part cannot mix two renditions. */
function chosen(variants: readonly Variant[], { qualities, nearestBelow }: Input, begunWith: string | null): Variant {
  const same = variants.find((v) => v.name === begunWith);
  if (same) return same;
  if (begunWith !== null) throw new UserError(message('error.no-such-quality.begun-with', { name: begunWith }));
  const choice = chooseRendition(variants, { qualities, nearestBelow, withSoundOnly: true });
  if ('refused' in choice) throw new UserError(choice.refused);
  return choice.chosen;
}
