import { ROUTES, type RouteDef } from '#libs/contracts';
import { message } from '#libs/messages';
import { NotFoundException } from '@nestjs/common';
import { type Request } from 'express';
import { type ErrorAnswer } from './error-answer.js';

/** JSON answer for a request without a route: 405 if the path exists with another method, else 404. */
export function notFoundAnswer(
  thrown: unknown,
  req: Pick<Request, 'method' | 'path'> & { readonly res?: Request['res'] },
): ErrorAnswer | null {
  if (!(thrown instanceof NotFoundException)) return null;
  const methods = methodsOf(req.path);
  const what = `${req.method} ${req.path}`.slice(0, 300);
  if (methods.length === 0)
    return {
      httpStatus: 404,
      body: { status: 'ERROR', code: 'not-found', message: message('error.not-found', { what }) },
    };
  req.res?.setHeader('Allow', methods.join(', '));
  return {
    httpStatus: 405,
    body: {
      status: 'ERROR',
      code: 'wrong-method',
      message: message('error.wrong-method', { what, methods: methods.join(', ') }),
    },
  };
}

const patterns = ROUTES.map((route) => ({ method: route.method, pattern: patternOf(route) }));

function patternOf(route: RouteDef): RegExp {
  return new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`);
}

const methodsOf = (path: string): RouteDef['method'][] => [
  ...new Set(patterns.filter((p) => p.pattern.test(path)).map((p) => p.method)),
];
