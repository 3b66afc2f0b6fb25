import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type Editor } from '../../core/recent-edits.repository.js';
import { callerOf } from './caller.js';

/** Who edits with this request, and since when it is under way. */
export const EditedBy: () => ParameterDecorator = createParamDecorator((_: unknown, ctx: ExecutionContext): Editor => {
  const req = ctx.switchToHttp().getRequest<Request>();
  return { session: callerOf(req)?.session ?? null, ip: req.ip ?? '', sentAt: Date.now() };
});
