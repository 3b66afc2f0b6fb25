export const ROOTS = ['storage', 'logs'] as const;

/** A root and the folders below it, each with its own path, for a breadcrumb. */
export const trailOf = (path: string): readonly { readonly name: string; readonly path: string }[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((name, i, parts) => ({ name, path: parts.slice(0, i + 1).join('/') }));
