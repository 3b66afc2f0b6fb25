import { LATER_ROUTES, laterMessage, type RouteDef } from '#libs/contracts';

const LATER = new Map(LATER_ROUTES.map((later) => [later.route, laterMessage(later).english]));

/** What a route does, in English; of one that answers 501, its answer. */
export const summaryOf = (route: RouteDef): string => LATER.get(route) ?? route.summary;
