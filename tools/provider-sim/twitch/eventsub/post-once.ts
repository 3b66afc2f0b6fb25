import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

export interface Posted {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** One POST on a connection of its own that follows no redirect. @returns null when there was no answer in time */
export function postOnce(
  url: URL,
  {
    headers,
    body,
    signal,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly signal: AbortSignal },
): Promise<Posted | null> {
  const open = url.protocol === 'https:' ? secure : plain;
  return new Promise((done) => {
    const request = open(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, agent: false, signal },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', () => {
          done(null);
        });
        response.on('end', () => {
          done({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body: text });
        });
      },
    );
    request.on('error', () => {
      done(null);
    });
    request.end(body);
  });
}
