import { expect, it } from '@jest/globals';
import { type Request, type Response } from 'express';
import { securityHeaders } from './security-headers.js';

function policyOf(socketAddress: string): string {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  let isNext = false;
  securityHeaders(["'sha256-x'"], () => socketAddress)({} as Request, res as unknown as Response, (fault?: unknown) => {
    isNext = fault === undefined;
  });
  expect(isNext).toBe(true);
  return headers.get('Content-Security-Policy') ?? '';
}

it('forbids inline scripts and styles, except the one script of the page', () => {
  expect(policyOf('')).toContain("script-src 'self' 'sha256-x';style-src 'self';");
});

it.each([
  ['', "'self'"],
  ['wss://socket.example:8443/socket?a=b', "'self' wss://socket.example:8443"],
  ['wss://socket.example/;script-src *', "'self' wss://socket.example"],
  ['wss://a;script-src b/', "'self'"],
  ['nothing', "'self'"],
])('allows connections to the page and the configured socket only: %j', (address, sources) => {
  expect(policyOf(address)).toContain(`connect-src ${sources};`);
});
