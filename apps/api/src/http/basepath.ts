import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type NextFunction, type Request, type Response } from 'express';

type Middleware = (req: Request, res: Response, next: NextFunction) => void;

/** Removes the basepath from every URL, so that later handlers do not see it. Other URLs are not found. */
export function stripBasepath(basepath: string): Middleware {
  return (req, res, next) => {
    const rest = withoutBasepath(basepath, req.url);
    if (rest === null) {
      next(new UserError(message('error.not-found.outside', { basepath }), { status: 404 }));
      return;
    }
    if (rest === '') {
      res.redirect(308, `${basepath}/`);
      return;
    }
    req.url = rest;
    next();
  };
}

/**
 * The URL below the basepath, with its query; '' for the basepath itself without a slash; null outside the basepath.
 */
export function withoutBasepath(basepath: string, url: string): string | null {
  if (basepath === '') return url;
  if (!url.startsWith(basepath)) return null;
  const rest = url.slice(basepath.length);
  if (rest === '') return '';
  if (rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : null;
}
