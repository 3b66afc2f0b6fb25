import { type Level, type RouteDef } from '#libs/contracts';

/**
 * What the HTTP layer knows about a controller method: who may call it, and the contract route it implements, if it is one.
 */
export interface RouteMeta {
  readonly method: RouteDef['method'];
  readonly path: string;
  readonly level: Level;
  readonly route: RouteDef | null;
}

const metas = new WeakMap<object, RouteMeta>();

/** Methods are the keys, so that no name of a metadata key is shared between the decorator and its readers. */
export const setRouteMeta = (handler: object, meta: RouteMeta): void => {
  metas.set(handler, meta);
};
export const routeMetaOf = (handler: object): RouteMeta | null => metas.get(handler) ?? null;
