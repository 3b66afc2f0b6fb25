import helmet from 'helmet';
import { type RequestHandler } from 'express';

/**
 * Headers that restrict what Vodkeep's pages may do. hls.js works in a blob worker and plays blob media; provider
 * avatars come from their own hosts. No HSTS and no upgrade to https: many operators use plain http on their LAN, and a
 * proxy with https sets its own headers.
 * @param scriptHashes CSP sources of the page's inline script
 */
export function securityHeaders(scriptHashes: readonly string[]): RequestHandler {
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
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
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
