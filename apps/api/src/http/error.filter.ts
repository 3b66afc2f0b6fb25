import { messageOf } from '#libs/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { localizeError } from '../i18n/localize-answer.js';
import { errorAnswer } from './error-answer.js';
import { notFoundAnswer } from './not-found.js';

/** Headers that were set before a read failed. They describe a body that is not sent. */
const MEDIA_HEADERS = [
  'Content-Disposition',
  'Content-Range',
  'Content-Length',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
];

/** Characters of a request in a line of the log: strangers choose its path. */
const MAX_LOGGED = 300;

/** Handles every error of a request: sends the response and logs the error by its cause. No error ends the process. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const req = host.switchToHttp().getRequest<Request>();
    const res = host.switchToHttp().getResponse<Response>();
    const answer = notFoundAnswer(thrown, req) ?? errorAnswer(thrown);
    const what = `${req.method} ${req.path}`.slice(0, MAX_LOGGED);
    this.logFailure(thrown, `${what} ${answer.httpStatus} ${answer.body.code}`, answer.httpStatus);
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    if (answer.retryAfterS !== undefined && !res.hasHeader('Retry-After'))
      res.setHeader('Retry-After', String(answer.retryAfterS));
    for (const name of MEDIA_HEADERS) res.removeHeader(name);
    if (answer.totalBytes !== undefined) res.setHeader('Content-Range', `bytes */${answer.totalBytes}`);
    res.status(answer.httpStatus).type('json').setHeader('Cache-Control', 'no-store');
    res.json(localizeError(res, answer.body));
  }

  private logFailure(thrown: unknown, line: string, httpStatus: number): void {
    if (httpStatus >= 500 && httpStatus !== 503 && httpStatus !== 501)
      this.log.error(`${line}: ${messageOf(thrown)}`, thrown instanceof Error ? thrown.stack : undefined);
    else if (httpStatus === 503 || httpStatus === 429 || httpStatus === 403)
      this.log.warn(`${line}: ${messageOf(thrown)}`);
    else this.log.debug(line);
  }
}
