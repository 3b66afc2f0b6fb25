import { ROUTES, type RouteDef } from '#libs/contracts';
import { createHash } from 'node:crypto';
import { summaryOf } from './summary-of.js';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * The API on one page without scripts and without resources from another host (the Scalar page loads its code from a
 * CDN). It is built from the route table, like the OpenAPI document.
 */
export function docsPage({ basepath, version }: { readonly basepath: string; readonly version: string }): string {
  const groups = new Map<string, RouteDef[]>();
  for (const route of ROUTES) groups.set(group(route), [...(groups.get(group(route)) ?? []), route]);
  const body = [...groups]
    .map(([name, routes]) => `<h2>${escape(name)}</h2><table>${routes.map(row).join('')}</table>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vodkeep API</title><style>${STYLE}</style></head><body><h1>Vodkeep API <small>${escape(version)}</small></h1>
<p>Every answer is <code>{"status":"OK","data"?,"message"?}</code> or <code>{"status":"ERROR","message","code","fields"?}</code>; the answers of the auth routes have no envelope. The schemas are in <a href="${escape(basepath)}/api/openapi.json">openapi.json</a>.</p>${body}</body></html>`;
}

const group = (route: RouteDef): string => route.path.split('/')[3] ?? '';

function row(route: RouteDef): string {
  const errors = Object.entries(route.errors)
    .map(([code, status]) => `${status} ${code}`)
    .join(', ');
  return `<tr><td><b>${route.method}</b></td><td><code>${escape(route.path)}</code></td><td>${escape(summaryOf(route))}${errors === '' ? '' : `<br><small>${escape(errors)}</small>`}</td><td>${route.level}</td></tr>`;
}

/** Follows the system theme. On a phone the table cells stack, so that nothing is wider than the screen. */
const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
code{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
td{padding:.35rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
small{opacity:.7;font-weight:normal}
h2{margin:2rem 0 .5rem;font-size:1rem}
@media(max-width:45rem){
  tr{display:block;padding:.5rem 0;border-bottom:1px solid #8884}
  td{display:inline;padding:0 .4rem 0 0;border:0}
  td:nth-child(3){display:block}
}`;

/** Content security policy of the page: it has its own styles, and nothing else. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');
