import { type Assignment, type HlsDialect } from '#libs/contracts';
import { chooseRendition } from '#libs/domain';
import { OutsideError } from '#libs/errors';
import { HlsSource, HttpClient, type BufferPool } from '#libs/media';
import { type Providers } from '#libs/providers';
import { type SourceSecrets } from './source-secrets.js';

/** A source, the connections that lead to it, and how its playlists are read. */
export interface OpenedSource { readonly source: HlsSource; readonly http: HttpClient; readonly dialect: HlsDialect | null }
export interface SourcePorts { readonly pool: BufferPool; readonly secrets: SourceSecrets; readonly providers: Pick<Providers, 'of'>; readonly signal: AbortSignal }

/**
 * Opens what an assignment names: its credentials, the address that its site gives for it, then the rendition that the operator's list asks for.
 * @throws UserError of the sealer; PlaylistError; HttpError; OutsideError `no-such-quality`, `not-live`, `refused` - each message is the reason as the operator reads it
 */
export async function openSource(assignment: Assignment, { pool, secrets, providers, signal }: SourcePorts): Promise<OpenedSource> {
  const clear = secrets.of(assignment);
  const { url, headers, dialect } = await providers.of(assignment.providerKind).playback.open({ sourceId: assignment.sourceId ?? '', sourceUrl: clear.url, headers: clear.headers }, signal);
  const http = new HttpClient({ pool, secret: { origin: new URL(url).origin, headers } });
  try {
    const source = await HlsSource.open({
      url, http, signal,
      choose: (variants) => {
        const choice = chooseRendition(variants, assignment);
        if ('refused' in choice) throw new OutsideError('no-such-quality', choice.refused);
        return choice.taken;
      },
    });
    return { source, http, dialect };
  } catch (error) {
    await http.close();
    throw error;
  }
}
