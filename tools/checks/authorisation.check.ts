import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, WsAction } from '#libs/contracts';

const PAGE = 'docs/authorisation.md';

/**
 * Checks that docs/authorisation.md has a row with the correct level for each route, and one for each websocket action.
 * The actual answers to each caller are tested in authorisation.medium.spec.ts of the api.
 * @returns one line per fault
 */
export function authorisationFaults(root: string): string[] {
  return rowFaults(
    readFileSync(join(root, PAGE), 'utf8'),
    ROUTES,
    WsAction.options.map((o) => o.shape.action.value),
  );
}

/** Compares the rows of any page; exported for tests. */
export function rowFaults(
  page: string,
  routes: readonly { readonly method: string; readonly path: string; readonly level: string }[],
  actions: readonly string[],
): string[] {
  const levels = new Map(
    [...page.matchAll(/^\| `([^`]+)` \| (\w*) \|/gm)].map(([, address = '', level = '']) => [address, level]),
  );
  const known = new Set([...routes.map((r) => `${r.method} ${r.path}`), ...actions.map((a) => `socket ${a}`)]);
  return [
    ...routes
      .filter((r) => levels.get(`${r.method} ${r.path}`) !== r.level)
      .map(
        (r) =>
          `${r.method} ${r.path} is of level ${r.level}, not ${levels.get(`${r.method} ${r.path}`) ?? 'in the page'}`,
      ),
    ...actions.filter((a) => !levels.has(`socket ${a}`)).map((a) => `the action ${a} is not in the page`),
    ...[...levels.keys()]
      .filter((address) => / \/api\/v0\/|^socket /.test(address) && !known.has(address))
      .map((address) => `${address} no longer exists`),
  ];
}
