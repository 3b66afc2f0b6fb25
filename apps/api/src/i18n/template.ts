const NAME = /\{\{(\w+)\}\}/g;

/** Names of the values that a text has places for. */
export const placeholders = (text: string): string[] =>
  [...text.matchAll(NAME)].flatMap(([, name]) => (name === undefined ? [] : [name]));

interface Compiled {
  readonly template: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}
const compiled = new WeakMap<object, readonly Compiled[]>();

function compile(template: string): Compiled {
  const pieces = template
    .split(NAME)
    .map((piece, n) => (n % 2 === 0 ? piece.replaceAll(/[\^$.*+?()[\]{}|\\]/g, String.raw`\$&`) : '(.+?)'));
  return { template, pattern: new RegExp(`^${pieces.join('')}$`, 's'), names: placeholders(template) };
}

function compiledOf(rows: Readonly<Record<string, unknown>>): readonly Compiled[] {
  const known =
    compiled.get(rows) ??
    Object.keys(rows)
      .filter((key) => placeholders(key).length > 0)
      .map(compile);
  compiled.set(rows, known);
  return known;
}

/** The template that a finished English text was made of, and what it was filled with; null for one of no template. */
export function templateOf(
  rows: Readonly<Record<string, unknown>>,
  text: string,
): { readonly template: string; readonly params: Readonly<Record<string, string>> } | null {
  if (Object.hasOwn(rows, text)) return { template: text, params: {} };
  for (const { template, pattern, names } of compiledOf(rows)) {
    const values = pattern.exec(text)?.slice(1);
    if (values) return { template, params: Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])) };
  }
  return null;
}
