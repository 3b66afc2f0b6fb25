import { HttpError, type HttpAnswer, type HttpPort, type HttpRequest } from './http-port.js';

const UNAVAILABLE: readonly number[] = [403, 404, 410];

/**
 * Wraps a client for media that may be available at several addresses. For bulk requests, it tries each address in turn
 * while the server answers 403, 404 or 410.
 * @param addressesOf returns the addresses, best first, at least one
 */
export function fallbackAddresses(http: HttpPort, addressesOf: (url: string) => readonly string[]): HttpPort {
  return {
    get: (request) =>
      request.bulk === true ? firstAvailable(http, request, addressesOf(request.url)) : http.get(request),
    trust: (url, headers) => {
      http.trust?.(url, headers);
    },
    close: () => http.close(),
  };
}

async function firstAvailable(http: HttpPort, request: HttpRequest, addresses: readonly string[]): Promise<HttpAnswer> {
  const [first = request.url, ...others] = addresses;
  try {
    return await http.get({ ...request, url: first });
  } catch (failed) {
    if (others.length === 0 || !isUnavailable(failed)) throw failed;
    return firstAvailable(http, request, others);
  }
}

const isUnavailable = (failed: unknown): boolean => failed instanceof HttpError && UNAVAILABLE.includes(failed.status);
