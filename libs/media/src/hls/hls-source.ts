import { message } from '#libs/messages';
import { type HttpPort } from '../http/http-port.js';
import { parseMasterPlaylist, type Variant } from '../playlist/parse-master.js';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { PlaylistError, playlistKind } from '../playlist/playlist-syntax.js';
import { NO_VARIABLES, type Variables } from '../playlist/variables.js';

/** How to open a source. `choose` selects a rendition of a master playlist, or throws why none is suitable. */
export interface SourceSettings {
  readonly url: string;
  readonly http: HttpPort;
  readonly choose: (variants: readonly Variant[]) => Variant;
  readonly signal: AbortSignal;
  /**
   * Creates a new address if the current one expires before the stream ends (a playback token lasts a day), with the
   * headers that its origin requires. Without it, the source loads the first address again. An error is reported as a
   * fault of the playlist, and a later failure calls it again.
   */
  readonly renew?: () => Promise<RenewedAddress>;
  /** The source is a finished video, not a live stream. */
  readonly finished?: boolean;
}

/** See {@link SourceSettings.renew}. `headers` are sent to the origin of `url` only. */
export interface RenewedAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const PLAYLIST_MAX = 16 * 1024 * 1024;
const OPEN_MS = 10_000;

/**
 * A live HLS address: a media playlist, or a master playlist of which one rendition is used. The rendition's address
 * may expire before the stream ends (signed addresses, 24 h tokens): {@link HlsSource.relocate} then loads the first
 * address again, or a new one.
 */
export class HlsSource {
  private constructor(
    private readonly settings: SourceSettings,
    private place: Place,
  ) {}

  /** @throws PlaylistError; HttpError; what `choose` throws */
  static async open(settings: SourceSettings): Promise<HlsSource> {
    return new HlsSource(settings, await locate(settings));
  }

  get mediaUrl(): string {
    return this.place.mediaUrl;
  }
  get variables(): Variables {
    return this.place.variables;
  }
  /** Null for a media playlist without a master. */
  get variant(): Variant | null {
    return this.place.variant;
  }

  /** Target duration when the source was opened or relocated, ms. */
  get targetMs(): number {
    return this.place.targetMs;
  }

  /** The source can create a new address, so the caller need not wait after a refusal. */
  get isRenewable(): boolean {
    return this.settings.renew !== undefined;
  }

  /** @throws like {@link HlsSource.open}, and what `renew` throws; the old address then remains */
  async relocate(): Promise<void> {
    const { renew, http } = this.settings;
    if (!renew) {
      this.place = await locate(this.settings);
      return;
    }
    const { url, headers } = await renew();
    if (headers) http.trust?.(url, headers);
    this.place = await locate({ ...this.settings, url });
  }
}

interface Place {
  readonly mediaUrl: string;
  readonly variables: Variables;
  readonly variant: Variant | null;
  readonly targetMs: number;
}

async function locate(settings: SourceSettings): Promise<Place> {
  const { text, url } = await load(settings, settings.url);
  if (playlistKind(text) === 'media') {
    const targetMs = targetOf({ text, url }, NO_VARIABLES, settings);
    return { mediaUrl: settings.url, variables: NO_VARIABLES, variant: null, targetMs };
  }
  const { variants, variables } = parseMasterPlaylist(text, url);
  const variant = settings.choose(variants);
  const media = await load(settings, variant.url);
  return { mediaUrl: variant.url, variables, variant, targetMs: targetOf(media, variables, settings) };
}

function targetOf(
  { text, url }: { readonly text: string; readonly url: string },
  variables: Variables,
  { finished = false }: SourceSettings,
): number {
  const { type, targetMs } = parseMediaPlaylist(text, url, variables);
  if (type === 'vod' && !finished) throw new PlaylistError(message('error.vod-playlist'));
  return targetMs;
}

async function load(
  { http, signal }: SourceSettings,
  url: string,
): Promise<{ readonly text: string; readonly url: string }> {
  const answer = await http.get({ url, signal, idleMs: OPEN_MS, totalMs: OPEN_MS, maxBytes: PLAYLIST_MAX, text: true });
  const text = answer.body.bytes.toString('utf8');
  answer.body.release();
  return { text, url: answer.url };
}
