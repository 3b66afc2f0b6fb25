import { type Assignment } from '#libs/contracts';
import { chooseRendition } from '#libs/domain';
import { OutsideError } from '#libs/errors';
import { HlsSource, HttpClient, type BufferPool } from '#libs/media';
import { type SourceSecrets } from './source-secrets.js';

/** A source and the connections that lead to it. */
export interface OpenedSource { readonly source: HlsSource; readonly http: HttpClient }

/**
 * Opens what an assignment names: its credentials, then the rendition that the operator's list asks for.
 * @throws UserError of the sealer; PlaylistError; HttpError; OutsideError `no-such-quality` - each message is the reason as the operator reads it
 */
export async function openSource(assignment: Assignment, { pool, secrets, signal }: { readonly pool: BufferPool; readonly secrets: SourceSecrets; readonly signal: AbortSignal }): Promise<OpenedSource> {
  const { url, headers } = secrets.of(assignment);
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
    return { source, http };
  } catch (error) {
    await http.close();
    throw error;
  }
}
