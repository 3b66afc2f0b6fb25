export interface ClientLogEntry {
  readonly at: number;
  readonly text: string;
}

const MAX_ENTRIES = 100;
const entries: ClientLogEntry[] = [];

/** Stores problems in this browser that need no message to the user. The About page shows them. */
export function logInClient(text: string): void {
  entries.push({ at: Date.now(), text });
  if (entries.length > MAX_ENTRIES) entries.shift();
}

export const readClientLog = (): readonly ClientLogEntry[] => [...entries].reverse();
