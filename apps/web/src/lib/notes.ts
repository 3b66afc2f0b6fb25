export interface Note {
  readonly at: number;
  readonly text: string;
}

const KEPT = 100;
const notes: Note[] = [];

/** Keeps what went wrong in this browser but needs no message to the user. The About page shows it. */
export function note(text: string): void {
  notes.push({ at: Date.now(), text });
  if (notes.length > KEPT) notes.shift();
}

export const readNotes = (): readonly Note[] => [...notes].reverse();
