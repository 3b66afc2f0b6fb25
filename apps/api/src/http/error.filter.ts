import { messageOf } from '#libs/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { localizeError } from '../i18n/localize-answer.js';
import { errorAnswer } from './error-answer.js';
import { notFoundAnswer } from './not-found.js';

/** Set before a read failed; they speak of a body that is not sent. */
const OF_THE_MEDIA = [
  'Content-Disposition',
  'Content-Range',
  'Content-Length',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
];

/**
 * The last stop of anything thrown in a request: answered, logged by whose fault it is, and never the end of the
 * process.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const req = host.switchToHttp().getRequest<Request>();
    const res = host.switchToHttp().getResponse<Response>();
    const answer = notFoundAnswer(thrown, req) ?? errorAnswer(thrown);
    this.write(thrown, `${req.method} ${req.path} ${answer.httpStatus} ${answer.body.code}`, answer.httpStatus);
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    if (answer.retryAfterS !== undefined && !res.hasHeader('Retry-After'))
      res.setHeader('Retry-After', String(answer.retryAfterS));
    for (const name of OF_THE_MEDIA) res.removeHeader(name);
    if (answer.totalBytes !== undefined) res.setHeader('Content-Range', `bytes */${answer.totalBytes}`);
    res.status(answer.httpStatus).type('json').setHeader('Cache-Control', 'no-store');
    res.json(localizeError(res, answer.body));
  }

  private write(thrown: unknown, line: string, httpStatus: number): void {
    if (httpStatus >= 500 && httpStatus !== 503 && httpStatus !== 501)
      this.log.error(`${line}: ${messageOf(thrown)}`, thrown instanceof Error ? thrown.stack : undefined);
    else if (httpStatus === 503 || httpStatus === 429 || httpStatus === 403)
      this.log.warn(`${line}: ${messageOf(thrown)}`);
    else this.log.debug(line);
  }
}
