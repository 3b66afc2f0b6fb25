import { NoBody, type RouteDef } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { z } from 'zod';
import { unstorableTexts } from '../platform/unstorable-texts.js';
import { invalidInput, JSON_NEEDED, parseInput } from '../platform/input-faults.js';
import { sentBody } from './whole-body.js';

/** Input of a controller method for this route, as {@link ValidatedInput} passes it. */
export interface Input<R extends RouteDef> {
  readonly params: z.infer<R['params']>;
  readonly query: z.infer<R['query']>;
  readonly body: z.infer<R['body']>;
}

/**
 * Validates the request against the route's schemas and reports all faults at once.
 * @throws UserError `invalid-input`
 */
export const ValidatedInput: (route: RouteDef) => ParameterDecorator = createParamDecorator(
  (route: RouteDef, ctx: ExecutionContext) => checkedInput(route, ctx.switchToHttp().getRequest<Request>()),
);

/** @throws UserError `invalid-input`: with every fault as a field */
function checkedInput(
  route: RouteDef,
  req: Pick<Request, 'params' | 'query'> & { readonly body?: unknown },
): Input<RouteDef> {
  const faults: FieldFault[] = [];
  const read = (part: 'params' | 'query' | 'body', value: unknown): unknown => {
    const broken = unstorableTexts(value, part);
    if (broken.length > 0) {
      faults.push(...broken);
      return undefined;
    }
    const parsed = parseInput(route[part], value, part);
    if (parsed.faults) faults.push(...parsed.faults);
    return parsed.data;
  };
  const input = {
    params: read('params', { ...req.params }),
    query: read('query', { ...req.query }),
    body: read('body', bodyFor(route, req, faults)),
  };
  if (faults.length > 0) throw invalidInput(faults);
  return input as Input<RouteDef>;
}

/** The body for validation by the schema. If the route expects JSON or no body, any other body is a fault. */
function bodyFor({ body }: RouteDef, req: { readonly body?: unknown }, faults: FieldFault[]): unknown {
  const sent = sentBody(req);
  if (sent.kind === 'value') return sent.value;
  const maybeNone = body.safeParse(undefined).success;
  if (sent.kind === 'unread' && maybeNone)
    faults.push({
      path: 'body',
      message: body instanceof z.ZodUndefined || body === NoBody ? message('field.not-given') : JSON_NEEDED,
    });
  return maybeNone || sent.kind === 'unread' || req.body === undefined ? undefined : {};
}
