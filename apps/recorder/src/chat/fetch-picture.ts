import { isAppError, OutsideError } from '#libs/errors';
import { message, type MessageParam } from '#libs/messages';
import { type SiteFetch } from '#libs/providers';

/**
 * Downloads an image.
 * @throws OutsideError `picture-missing`: if there is no usable image at that address; `picture-away`: if it may be
 *   available later
 */
export type PictureFetch = (url: string, signal: AbortSignal) => Promise<Buffer>;

/** Far above any emote (the biggest animated ones have 2 MB), far below what would harm the recorder. */
const MAX_BYTES = 8 * 1024 * 1024;
const LIMIT_MS = 15_000;

export const pictureFetch =
  (fetch: SiteFetch): PictureFetch =>
  async (url, signal) => {
    if (!/^https?:\/\//i.test(url))
      throw new OutsideError(message('error.picture-missing.not-web', { host: hostOf(url) }));
    try {
      const answer = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        const { status } = answer;
        throw new OutsideError(
          message(isGone(status) ? 'error.picture-missing.status' : 'error.picture-away.status', {
            host: hostOf(url),
            status,
          }),
        );
      }
      return await readCapped(url, answer.body ?? []);
    } catch (error) {
      if (error instanceof OutsideError || signal.aborted) throw error;
      throw new OutsideError(message(failureOf(error), { host: hostOf(url) }), { cause: error });
    }
  };

const failureOf = (error: unknown): 'error.picture-missing.blocked-address' | 'error.picture-away' =>
  error instanceof Error && isAppError(error.cause) ? 'error.picture-missing.blocked-address' : 'error.picture-away';

async function readCapped(url: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_BYTES)
      throw new OutsideError(message('error.picture-missing.too-big', { host: hostOf(url), n: MAX_BYTES }));
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** True if a retry cannot help: any 4xx except 408 (timeout) and 429 (too many requests). */
const isGone = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
const hostOf = (url: string): MessageParam => (URL.canParse(url) ? new URL(url).host : message('site.its-address'));
