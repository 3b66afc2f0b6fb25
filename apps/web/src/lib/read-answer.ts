import { OutsideError } from '#libs/errors';
import { unreachable } from './fault.js';

/**
 * The JSON of an answer; `{}` of a failed one that is none, as a proxy sends it.
 * @throws OutsideError `api-unreachable` when it breaks off (the server died over it), `not-json` when a good one is none
 */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch((thrown: unknown) => {
    throw unreachable(thrown);
  });
  try {
    const json: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch (cause) {
    if (response.ok) throw new OutsideError('not-json', '', { cause });
    return {};
  }
}
