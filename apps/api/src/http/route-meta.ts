import { type Level, type RouteDef } from '#libs/contracts';

/** Data of a controller method: who may call it, and the contract route that it implements, if any. */
export interface RouteMeta {
  readonly method: RouteDef['method'];
  readonly path: string;
  readonly level: Level;
  readonly route: RouteDef | null;
}

const metas = new WeakMap<object, RouteMeta>();

/** Uses methods as keys, so that the decorator and its readers need no common metadata name. */
export const setRouteMeta = (handler: object, meta: RouteMeta): void => {
  metas.set(handler, meta);
};
export const routeMetaOf = (handler: object): RouteMeta | null => metas.get(handler) ?? null;
