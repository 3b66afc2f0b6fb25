/** The first message in what a form knows of a field; a list's own faults lie below its rows. */
export function messageIn(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('message' in fault && typeof fault.message === 'string') return fault.message;
  for (const part of Array.isArray(fault)
    ? fault
    : Object.entries(fault)
        .filter(([key]) => key !== 'ref')
        .map(([, value]: [string, unknown]) => value)) {
    const message = messageIn(part);
    if (message !== undefined) return message;
  }
  return undefined;
}
