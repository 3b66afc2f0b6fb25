/**
 * The PostgreSQL of a whole jest run, in a separate process: prints its URL as one line, and exits when its stdin
 * closes, so also after a SIGKILL of jest.
 */
import { once } from 'node:events';
import { startPostgres } from './postgres.js';

// Enough for two workers with a few installations each, of 20 connections.
const server = await startPostgres(['max_connections=200', 'shared_buffers=64MB']);
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
await once(process.stdin, 'close');
await server.stop();
