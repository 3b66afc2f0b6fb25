import { type Level, type RouteDef } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { type z } from 'zod';
import { type JsonText } from './json-text.js';
import { type RouteMeta, setRouteMeta } from './route-meta.js';

/** What was done, for who asked. */
interface RouteResult {
  readonly message?: Message;
}

/**
 * What a controller method of this route returns: `{data, message?}`, the bare object, or nothing where it writes the
 * answer itself.
 */
export type Result<R extends RouteDef> = R['shape'] extends 'raw'
  ? void
  : R['shape'] extends 'bare'
    ? z.input<R['data']>
    : R['data'] extends z.ZodUndefined
      ? RouteResult
      : RouteResult & { readonly data: z.input<R['data']> | JsonText };

type Handler<T> = (...args: never[]) => T | Promise<T>;

/**
 * Binds a controller method to the route written in contracts: method, path and level are never written here, and the
 * result must fit.
 */
export function Implements<R extends RouteDef>(route: R) {
  return <H extends Handler<Result<R>>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void => {
    bind({ method: route.method, path: route.path, level: route.level, route }, { target, key, descriptor });
  };
}

/**
 * Binds a controller method to an address outside `/api/v0` (media, thumbnails, documents). The level must be given.
 */
export function Serves(address: { readonly method: 'GET'; readonly path: `/${string}`; readonly level: Level }) {
  return (target: object, key: string, descriptor: PropertyDescriptor): void => {
    bind({ ...address, route: null }, { target, key, descriptor });
  };
}

function bind(
  meta: RouteMeta,
  { target, key, descriptor }: { target: object; key: string; descriptor: PropertyDescriptor },
): void {
  const handler = descriptor.value as object | undefined;
  if (!handler) return;
  RequestMapping({ method: RequestMethod[meta.method], path: meta.path })(target, key, descriptor);
  HttpCode(200)(target, key, descriptor);
  setRouteMeta(handler, meta);
}
