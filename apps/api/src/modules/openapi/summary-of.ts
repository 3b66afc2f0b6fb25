import { NOT_IMPLEMENTED_ROUTES, notImplementedMessage, type RouteDef } from '#libs/contracts';

const NOT_IMPLEMENTED = new Map(
  NOT_IMPLEMENTED_ROUTES.map((entry) => [entry.route, notImplementedMessage(entry).english]),
);

/** Summary of a route in English; for a route that answers 501 it is the text of that answer. */
export const summaryOf = (route: RouteDef): string => NOT_IMPLEMENTED.get(route) ?? route.summary;
