import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type HttpPort } from '../http/http-port.js';
import { systemClock } from './clock.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { parseMasterPlaylist, type MasterPlaylist, type Variant } from '../playlist/parse-master.js';
import { parseMediaPlaylistAsync } from '../playlist/parse-media.js';
import { PlaylistError, playlistKind } from '../playlist/playlist-syntax.js';
import { NO_VARIABLES, type Variables } from '../playlist/variables.js';

/** How to open a source. */
export interface SourceSettings {
  readonly url: string;
  readonly http: HttpPort;
  /**
   * Selects a rendition of a master playlist, or throws why none is suitable. Called again without those that do not
   * answer.
   */
  readonly choose: (variants: readonly Variant[]) => Variant;
  readonly signal: AbortSignal;
  /**
   * Creates a new address if the current one expires before the stream ends (a playback token lasts a day), with the
   * headers that its origin requires. Without it, the source loads the first address again. An error is reported as a
   * fault of the playlist, and a later failure calls it again.
   */
  readonly renew?: () => Promise<RenewedAddress>;
  /** The source is a finished video, not a live stream. Its rendition must not change. */
  readonly finished?: boolean;
  /**
   * How long {@link HlsSource.open} repeats the request for the chosen rendition before it uses another one, ms: a stream
   * that just began may answer 404 for a moment. Default 0.
   */
  readonly patienceMs?: number;
}

/** See {@link SourceSettings.renew}. `headers` are sent to the origin of `url` only. */
interface RenewedAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rendition that does not answer, so another one is used; `why` is the reason for the operator. */
export interface SkippedVariant {
  readonly name: string;
  readonly why: Message;
}

export const PLAYLIST_MAX = 16 * 1024 * 1024;
const OPEN_MS = 10_000;
/** A master playlist may list any number of dead renditions. */
const MAX_TRIES = 8;
const TRIES_MS = 20_000;
const PAUSE_MS = 500;

/**
 * A live HLS address: a media playlist, or a master playlist of which one rendition is used: the chosen one, or the next
 * that answers. The rendition's address may expire before the stream ends (signed addresses, 24 h tokens):
 * {@link HlsSource.relocate} then loads the first address again, or a new one.
 */
export class HlsSource {
  private constructor(
    private readonly settings: SourceSettings,
    private place: Place,
  ) {}

  /** @throws PlaylistError; HttpError; what `choose` throws */
  static async open(settings: SourceSettings): Promise<HlsSource> {
    return new HlsSource(settings, placeOf(await locate(settings, settings.finished !== true)));
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
  /** Names of the renditions of the master, as it lists them; empty without a master. */
  get offered(): readonly string[] {
    return this.place.offered;
  }
  /** The best suitable rendition, if it does not answer and another one is used. */
  get skipped(): SkippedVariant | null {
    return this.place.skipped;
  }

  /** Target duration that the source stated when it was opened or relocated, whatever its segments are, ms. */
  get targetMs(): number {
    return this.place.targetMs;
  }

  /** The source can create a new address, so the caller need not wait after a refusal. */
  get isRenewable(): boolean {
    return this.settings.renew !== undefined;
  }

  /**
   * @param fallBack use another rendition if the chosen one does not answer
   * @param ending aborts when no other address is needed any more
   * @returns true: the source has an address that answered
   * @throws like {@link HlsSource.open}, and what `renew` throws; the old address then remains
   */
  async relocate(fallBack = false, ending?: AbortSignal): Promise<boolean> {
    const settings = await this.renewed();
    const signal = ending ? AbortSignal.any([settings.signal, ending]) : settings.signal;
    const located = await locate({ ...settings, signal }, fallBack);
    signal.throwIfAborted();
    this.place = placeOf(located);
    return true;
  }

  /**
   * Loads the master again for the addresses of its renditions. The video keeps its address, which may still
   * answer.
   * @returns null if the master no longer contains the used rendition
   * @throws as {@link HlsSource.relocate}
   */
  async reloadRenditions(): Promise<RenditionPlaylists | null> {
    const settings = await this.renewed();
    const { text, url } = await load(settings, settings.url);
    const { variants, variables } = parseMasterPlaylist(text, url);
    const { variant: used } = this.place;
    const found = variants.find((v) => v.url === used?.url) ?? variants.find(({ name }) => name === used?.name);
    return found ? { audio: found.audio, subtitles: found.subtitles, variables } : null;
  }

  private async renewed(): Promise<SourceSettings> {
    const { renew, http } = this.settings;
    const settings: SourceSettings = { ...this.settings, patienceMs: 0 };
    if (!renew) return settings;
    const { url, headers } = await renew();
    if (headers) http.trust?.(url, headers);
    return { ...settings, url };
  }
}

/** Audio and subtitles of the used rendition, with the variables of their playlists. */
export interface RenditionPlaylists extends Pick<Variant, 'audio' | 'subtitles'> {
  readonly variables: Variables;
}

interface Place {
  readonly mediaUrl: string;
  readonly variables: Variables;
  readonly variant: Variant | null;
  readonly skipped: SkippedVariant | null;
  readonly offered: readonly string[];
  readonly targetMs: number;
}

/** A source whose playlist was loaded. */
export interface LocatedSource extends Omit<Place, 'targetMs'> {
  readonly list: MediaPlaylist;
  /** The server's clock when it answered, ms since the Unix epoch; null if it does not report it. */
  readonly serverNow: number | null;
}

const placeOf = ({ mediaUrl, variables, variant, skipped, offered, list }: LocatedSource): Place => ({
  mediaUrl,
  variables,
  variant,
  skipped,
  offered,
  targetMs: list.statedMs ?? list.targetMs,
});

/**
 * Loads the playlist of an address; of a master playlist, that of the chosen rendition.
 * @param fallBack use the next suitable rendition if the chosen one does not answer
 * @throws as {@link HlsSource.open}
 */
export async function locate(settings: SourceSettings, fallBack = true): Promise<LocatedSource> {
  const { url } = settings;
  const loaded = await load(settings, url);
  if (playlistKind(loaded.text) === 'master')
    return firstAnswering(settings, parseMasterPlaylist(loaded.text, loaded.url), fallBack);
  const variables = NO_VARIABLES;
  return {
    mediaUrl: url,
    variables,
    variant: null,
    skipped: null,
    offered: [],
    ...(await mediaOf(loaded, variables, settings)),
  };
}

async function firstAnswering(
  settings: SourceSettings,
  { variants, variables }: MasterPlaylist,
  fallBack: boolean,
): Promise<LocatedSource> {
  const since = systemClock.now();
  const offered = variants.map(({ name }) => name);
  const best = settings.choose(variants);
  const found = await patientAnswer(settings, best, { variables, patienceMs: fallBack ? settings.patienceMs : 0 });
  if (!(found instanceof OutsideError))
    return { mediaUrl: best.url, variables, variant: best, skipped: null, offered, ...found };
  for (const variant of fallBack ? others(settings, variants, best) : []) {
    const other = await answerOf(settings, variant, variables);
    if (!(other instanceof OutsideError)) {
      const skipped = { name: best.name, why: localizedOf(found) };
      return { mediaUrl: variant.url, variables, variant, skipped, offered, ...other };
    }
    if (systemClock.now() - since > TRIES_MS) break;
  }
  throw found;
}

type Answer = Pick<LocatedSource, 'list' | 'serverNow'> | OutsideError;

/** Asks again for `patienceMs` if the rendition does not answer. */
async function patientAnswer(
  settings: SourceSettings,
  variant: Variant,
  { variables, patienceMs = 0 }: { readonly variables: Variables; readonly patienceMs: number | undefined },
): Promise<Answer> {
  const until = systemClock.now() + patienceMs;
  for (;;) {
    const found = await answerOf(settings, variant, variables);
    if (!(found instanceof OutsideError) || systemClock.now() >= until) return found;
    await systemClock.sleep(PAUSE_MS, settings.signal);
  }
}

/** What a rendition answers, or why it cannot be used. */
async function answerOf(settings: SourceSettings, variant: Variant, variables: Variables): Promise<Answer> {
  try {
    return await mediaOf(await load(settings, variant.url), variables, settings);
  } catch (failed) {
    settings.signal.throwIfAborted();
    if (failed instanceof OutsideError) return failed;
    throw failed;
  }
}

/** The other renditions that the operator accepts, best first. If there is none, the best one's failure is the reason. */
function* others(settings: SourceSettings, variants: readonly Variant[], best: Variant): Generator<Variant> {
  let left = variants.filter((variant) => variant !== best);
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const next = suitable(settings, left);
    if (!next) return;
    yield next;
    left = left.filter((variant) => variant !== next);
  }
}

function suitable({ choose }: SourceSettings, variants: readonly Variant[]): Variant | null {
  try {
    return variants.length === 0 ? null : choose(variants);
  } catch {
    return null;
  }
}

interface Loaded {
  readonly text: string;
  readonly url: string;
  readonly serverNow: number | null;
}

async function mediaOf(
  { text, url, serverNow }: Loaded,
  variables: Variables,
  { finished = false }: SourceSettings,
): Promise<Pick<LocatedSource, 'list' | 'serverNow'>> {
  const list = await parseMediaPlaylistAsync(text, url, variables);
  // Some servers declare a growing list as VOD (docs/reference/hls.md#playlists-in-the-field).
  if (list.type === 'vod' && list.ended && !finished) throw new PlaylistError(message('error.vod-playlist'));
  return { list, serverNow };
}

async function load({ http, signal }: SourceSettings, url: string): Promise<Loaded> {
  const answer = await http.get({ url, signal, idleMs: OPEN_MS, totalMs: OPEN_MS, maxBytes: PLAYLIST_MAX, text: true });
  const text = answer.body.bytes.toString('utf8');
  answer.body.release();
  const serverNow = Date.parse(answer.headers['date'] ?? '');
  return { text, url: answer.url, serverNow: Number.isNaN(serverNow) ? null : serverNow };
}
