import { type RouteDef } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { type Language, type Message, translate } from '#libs/messages';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { languageFor } from '../i18n/localize-answer.js';
import { localizeView } from '../i18n/localize-view.js';
import { HttpConfig } from '../platform/http-config.js';
import { JsonText } from './json-text.js';
import { faultsText, parseInput } from '../platform/input-faults.js';
import { routeMetaOf } from './route-meta.js';

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}
interface Returned {
  readonly data?: unknown;
  readonly message?: Message;
}

/**
 * Wraps the result of a controller in the v0 envelope `{status, data?, message?}`, or leaves it bare if the route
 * requires that.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  private readonly log = new Logger('http');
  constructor(private readonly config: HttpConfig) {}

  intercept(ctx: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeMetaOf(ctx.getHandler())?.route;
    if (!route || route.shape === 'raw') return next.handle();
    const res = ctx.switchToHttp().getResponse<Response>();
    const req = ctx.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      map((returned: unknown) => {
        const { data } = (returned ?? {}) as Returned;
        return data instanceof JsonText
          ? this.textAnswer(route, { req, res }, data)
          : this.answer(route, returned, languageFor(res));
      }),
    );
  }

  private textAnswer(route: RouteDef, exchange: Exchange, text: JsonText): StreamableFile | undefined {
    if (this.config.answerCheck !== 'off') this.check(route, text.data);
    return withEtag(exchange, text);
  }

  private answer(route: RouteDef, returned: unknown, language: Language): unknown {
    if (route.shape === 'bare') {
      const view = localizeView(language, route.data, returned);
      this.check(route, view);
      return view;
    }
    const { data: made, message } = (returned ?? {}) as Returned;
    const data = localizeView(language, route.data, made);
    this.check(route, data);
    return {
      status: 'OK',
      ...(data !== undefined && { data }),
      ...(message !== undefined && { message: translate(language, message) }),
    };
  }

  private check(route: RouteDef, data: unknown): void {
    if (this.config.answerCheck === 'off') return;
    const { faults } = parseInput(route.data, data, 'data');
    if (!faults) return;
    const text = `${route.method} ${route.path} answered something else than its route says: ${faultsText(faults)}`;
    if (this.config.answerCheck === 'fail') throw new BugError('wrong-answer', text);
    this.log.error(text);
  }
}

/** The response with its ETag; undefined if the client already has this version (express then answers 304). */
function withEtag({ req, res }: Exchange, text: JsonText): StreamableFile | undefined {
  const bytes = text.answer;
  res.setHeader('ETag', (req.app.get('etag fn') as (body: Buffer) => string)(bytes));
  if (req.fresh) return undefined;
  return new StreamableFile(bytes, { type: 'application/json; charset=utf-8', length: bytes.length });
}
