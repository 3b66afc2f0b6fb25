/** One thing that is wrong: with whom, or with nobody in particular, and in words. */
export interface TroubleOf {
  readonly subject: string;
  readonly text: string;
}

/** So many are named; of the others only how many they are. */
const NAMED = 3;

/** The same trouble of many is one sentence with a count (case S77), in the order in which each came first. */
export function groupedTroubles(troubles: readonly TroubleOf[]): string[] {
  return [...Map.groupBy(troubles, (t) => t.text)].map(([text, group]) => {
    const subjects = [...new Set(group.map((t) => t.subject).filter((s) => s !== ''))];
    if (subjects.length === 0) return group.length === 1 ? text : `${text} (${group.length} times)`;
    const named = subjects.slice(0, NAMED).join(', ');
    const more = subjects.length - NAMED;
    return `${named}${more > 0 ? ` and ${more} more` : ''}: ${text}`;
  });
}
