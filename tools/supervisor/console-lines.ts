/** Lines for the operator, from a message of the api (its platform/operator-console.ts); none for any other message. */
export function consoleLines(message: unknown): readonly string[] {
  if (typeof message !== 'object' || message === null || !('consoleLines' in message)) return [];
  const lines: unknown = message.consoleLines;
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}
