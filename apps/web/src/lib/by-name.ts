const order = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Names as people look them up: case and accents aside, `9` before `10`. */
export const byName = (a: string, b: string): number => order.compare(a, b);
