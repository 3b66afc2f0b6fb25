import compression from 'compression';
import express from 'express';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

/** A bare server in a separate process: the same text for each request, compressed by express' own middleware. */
const text = readFileSync(process.argv[2] ?? '', 'utf8');
const app = express();
app.use(compression());
app.use((_req, res) => {
  res.type('json').send(text);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => {
  process.exit();
});
