import { OutsideError } from '#libs/errors';
import { fetchText } from '../http/fetch-text.js';

/**
 * A list of an emote service. Null: 404, the channel is not registered there.
 * @throws OutsideError `site-away` for anything else that is no JSON
 */
export async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const { status, text } = await fetchText({ url, headers: { accept: 'application/json' } }, signal);
  if (status === 404) return null;
  if (status !== 200) throw new OutsideError('site-away', `it answers with status ${status}`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OutsideError('site-away', 'it answers with something that is no JSON', { cause });
  }
}
