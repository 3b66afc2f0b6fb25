import { OutsideError } from '#libs/errors';
import { fetch } from 'undici';

/**
 * Gets the bytes of a picture.
 * @throws OutsideError `picture-missing` when there is none at that address, `picture-away` when it may be there later
 */
export type PictureFetch = (url: string, signal: AbortSignal) => Promise<Buffer>;

/** Far above any emote (the biggest animated ones have 2 MB), far below what hurts. */
const MOST_BYTES = 8 * 1024 * 1024;
const LIMIT_MS = 15_000;

export const fetchPicture: PictureFetch = async (url, signal) => {
  if (!/^https?:\/\//i.test(url)) throw missing(url, 'its address is none of the web');
  try {
    const answer = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw isGone(answer.status)
        ? missing(url, `${answer.status}`)
        : new OutsideError('picture-away', `${hostOf(url)} answered ${answer.status}`);
    }
    return await readCapped(url, answer.body ?? []);
  } catch (error) {
    if (error instanceof OutsideError || signal.aborted) throw error;
    throw new OutsideError('picture-away', `${hostOf(url)} does not answer`, { cause: error });
  }
};

async function readCapped(url: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw missing(url, `it is bigger than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Asking again would not help: anything of 4xx but "too slow" and "too many". */
const isGone = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
const missing = (url: string, why: string): OutsideError =>
  new OutsideError('picture-missing', `No picture at ${hostOf(url)}: ${why}`);
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'its address');
