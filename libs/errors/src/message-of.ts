/** The text of anything that was thrown, for a log line or an operator; never a stack. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
