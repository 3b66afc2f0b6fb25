/**
 * The text of anything that was thrown, for a log line or an operator; never a stack. An error of another realm (jest,
 * vm) counts too.
 */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string')
    return thrown.message;
  return String(thrown);
}
