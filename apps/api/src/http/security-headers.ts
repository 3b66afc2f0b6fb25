import helmet from 'helmet';
import { type RequestHandler } from 'express';

/**
 * Headers that restrict what Vodkeep's pages may do. hls.js works in a blob worker and plays blob media; provider
 * avatars come from their own hosts. No HSTS and no upgrade to https: many operators use plain http on their LAN, and a
 * proxy with https sets its own headers. The page has no inline styles: React and its libraries set single properties,
 * which no policy restricts.
 * @param scriptHashes CSP sources of the page's inline script
 * @param socketAddress returns the configured address of the websocket, if it is not that of the page; else ''
 */
export function securityHeaders(scriptHashes: readonly string[], socketAddress: () => string): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    originAgentCluster: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: [() => connectSources(socketAddress())],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
  });
}

/** Of the address only the origin. One that would end the directive, or mean more than one host, is left out. */
function connectSources(address: string): string {
  const url = URL.parse(address);
  return url === null || /[;,*\s]/.test(url.host) ? "'self'" : `'self' ${url.protocol}//${url.host}`;
}
