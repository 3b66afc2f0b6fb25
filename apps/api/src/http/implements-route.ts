import { type Level, type RouteDef } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { type z } from 'zod';
import { type JsonText } from './json-text.js';
import { type RouteMeta, setRouteMeta } from './route-meta.js';

/** Message about the completed action for the caller. */
interface RouteResult {
  readonly message?: Message;
}

/**
 * Return type of a controller method for this route: `{data, message?}`, the bare object, or nothing if the method
 * writes the response itself.
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
 * Binds a controller method to a route of contracts, which defines method, path and level. The method's result must
 * match the route.
 */
export function Implements<R extends RouteDef>(route: R) {
  return <H extends Handler<Result<R>>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void => {
    bind({ method: route.method, path: route.path, level: route.level, route }, { target, key, descriptor });
  };
}

/** Binds a controller method to a URL outside `/api/v0` (media, thumbnails, documents). The level is required. */
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
