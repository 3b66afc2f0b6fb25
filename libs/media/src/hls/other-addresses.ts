import { HttpError, type HttpAnswer, type HttpPort } from './http-port.js';

const NOT_HERE: readonly number[] = [403, 404, 410];

/**
 * The same server, for media that may lie under more than one address: each is asked in turn while the answer is that
 * it is not there or not given.
 * @param addressesOf best first, at least one
 */
export function otherAddresses(http: HttpPort, addressesOf: (url: string) => readonly string[]): HttpPort {
  return {
    get: async (request) => {
      if (request.bulk !== true) return http.get(request);
      const [first = request.url, ...others] = addressesOf(request.url);
      return others.reduce<Promise<HttpAnswer>>(
        (tried, url) =>
          tried.catch((failed: unknown) => {
            if (!(failed instanceof HttpError) || !NOT_HERE.includes(failed.status)) throw failed;
            return http.get({ ...request, url });
          }),
        http.get({ ...request, url: first }),
      );
    },
    trust: (url, headers) => {
      http.trust?.(url, headers);
    },
    close: () => http.close(),
  };
}
