import { type Level } from '#libs/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type LinkRef } from '../../http/media-signer.js';

/** The sender of a request. `level` is the highest route level that they may call. */
export interface Caller {
  readonly level: Level;
  readonly passwordSet: boolean;
  /** Hash of the session's token; null without a login (guest, loopback). */
  readonly session: string | null;
}

const callers = new WeakMap<object, Caller>();
export const setCaller = (req: object, caller: Caller): void => {
  callers.set(req, caller);
};

/** Returns the caller that the guard determined for a request. */
export const callerOf = (req: object): Caller | undefined => callers.get(req);

/** See {@link callerOf}. */
export const Who: () => ParameterDecorator = createParamDecorator((_: unknown, ctx: ExecutionContext) =>
  callerOf(ctx.switchToHttp().getRequest<Request>()),
);

const links = new WeakMap<object, LinkRef>();
export const setLink = (req: object, link: LinkRef): void => {
  links.set(req, link);
};
/** Returns the link whose valid signature the request has. */
export const linkOf = (req: object): LinkRef | undefined => links.get(req);

const LEVEL_RANK: Readonly<Record<Level, number>> = { none: 0, guest: 1, admin: 2 };
export const mayCall = (caller: Pick<Caller, 'level'>, needed: Level): boolean =>
  LEVEL_RANK[caller.level] >= LEVEL_RANK[needed];
