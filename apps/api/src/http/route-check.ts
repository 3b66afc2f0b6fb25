import { ROUTES, type RouteDef } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { HttpConfig } from '../platform/http-config.js';
import { routeMetaOf } from './route-meta.js';

type Methods = Record<string, object>;

/**
 * Refuses to start if a controller method has no level, if a controller has its own path, or if a route of contracts
 * has two handlers or none (a controller that is never imported must stop the start).
 */
@Injectable()
export class RouteCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: HttpConfig,
  ) {}

  onModuleInit(): void {
    const handled: RouteDef[] = [];
    const faults: string[] = [];
    for (const { name, metatype } of this.discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      if (!['/', ''].includes((Reflect.getMetadata('path', metatype) as string | undefined) ?? '/'))
        faults.push(`${String(name)} has its own path; paths belong to contracts`);
      const prototype = metatype.prototype as Methods;
      for (const method of new MetadataScanner().getAllMethodNames(prototype))
        faults.push(...readMethod(`${String(name)}.${method}`, prototype[method], handled));
    }
    faults.push(...missing(handled, this.config.routesToCome), ...duplicateRoutes(handled));
    if (faults.length > 0) throw new BugError('route-gap', faults.join('; '));
  }
}

function readMethod(name: string, handler: object | undefined, handled: RouteDef[]): string[] {
  if (!handler) return [];
  const meta = routeMetaOf(handler);
  if (meta?.route) handled.push(meta.route);
  if (meta || Reflect.getMetadata('path', handler) === undefined) return [];
  return [`${name} answers requests without a level: bind it with @Implements or @Serves`];
}

const nameOf = (r: RouteDef): string => `${r.method} ${r.path}`;
const missing = (handled: readonly RouteDef[], toCome: readonly RouteDef[]): string[] =>
  ROUTES.filter((r) => !handled.includes(r) && !toCome.includes(r)).map((r) => `no method handles ${nameOf(r)}`);
const duplicateRoutes = (handled: readonly RouteDef[]): string[] =>
  handled.filter((r, i) => handled.indexOf(r) !== i).map((r) => `two methods handle ${nameOf(r)}`);
