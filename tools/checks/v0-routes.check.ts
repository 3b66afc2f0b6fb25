import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_IMPLEMENTED_ROUTES, notImplementedMessage, ROUTES, type RouteDef } from '#libs/contracts';
import { V0_ROUTES } from './v0-routes.mjs';

const PAGE = 'docs/not-implemented.md';
const HEAD = `# Routes of v0 that answer 501, and routes that are left out

Generated from libs/contracts/src/routes/not-implemented.routes.ts, libs/messages and tools/checks/v0-routes.mjs by tools/checks/v0-routes.check.ts. Edit these files.

Every other route of [v0](reference/v0-api.md) exists at the same path. The second column has the \`message\` of the 501. A caller without access gets 401 first.
`;

const shapeOf = (method: string, path: string): string =>
  `${method} ${path.replace('/api/v0', '').replaceAll(/:\w+/g, ':x')}`;
const shapes = (routes: readonly RouteDef[]): Set<string> =>
  new Set(routes.map(({ method, path }) => shapeOf(method, path)));

type V0Route = readonly [method: string, path: string, departure?: string];

/** Routes of v0 that are neither implemented nor left out with a reason. */
export function missingRoutes(v0: readonly V0Route[]): string[] {
  const ours = shapes(ROUTES);
  return v0
    .filter(([method, path, departure]) => departure === undefined && !ours.has(shapeOf(method, path)))
    .map(([method, path]) => shapeOf(method, path));
}

/**
 * Faults: routes of v0 that are neither implemented, nor listed as later, nor left out with a reason; routes in two of
 * these groups; and the page, if it drifted.
 */
export function v0RouteFaults(root: string): string[] {
  const [ours, later] = [shapes(ROUTES), shapes(NOT_IMPLEMENTED_ROUTES.map(({ route }) => route))];
  const v0 = V0_ROUTES.map(([method, path, departure]) => ({ shape: shapeOf(method, path), departure }));
  return [
    ...missingRoutes(V0_ROUTES).map((shape) => `${shape} of v0 neither exists nor comes later`),
    ...v0
      .filter(({ shape, departure }) => departure !== undefined && ours.has(shape))
      .map(({ shape }) => `${shape} exists, but is listed as left out`),
    ...[...later]
      .filter((shape) => !v0.some((known) => known.shape === shape))
      .map((shape) => `${shape} comes later, but v0 has no such route`),
    ...(readPage(root) === page() ? [] : [`${PAGE} does not match the lists`]),
  ];
}

/** Generates the page again. */
export function writeNotImplementedRoutes(root: string): void {
  writeFileSync(join(root, PAGE), page());
}

function page(): string {
  const later = NOT_IMPLEMENTED_ROUTES.map(
    (later) => `| \`${later.route.method} ${later.route.path}\` | ${notImplementedMessage(later).english} |`,
  );
  const departures = V0_ROUTES.flatMap(([method, path, why]) =>
    why === undefined ? [] : [`| \`${method} /api/v0${path}\` | ${why} |`],
  );
  return [
    HEAD,
    '| route | message |',
    '|---|---|',
    ...later,
    '',
    '## Left out',
    '',
    '| route | reason |',
    '|---|---|',
    ...departures,
    '',
  ].join('\n');
}

function readPage(root: string): string {
  try {
    return readFileSync(join(root, PAGE), 'utf8');
  } catch {
    return '';
  }
}
