/**
 * The PostgreSQL of a whole run of jest, in a process of its own: says its url in a line, and ends with its input, so
 * also after a kill -9 of jest.
 */
import { once } from 'node:events';
import { startPostgres } from './postgres.js';

// Two workers with a few installations each, of 20 connections.
const server = await startPostgres(['max_connections=200', 'shared_buffers=64MB']);
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
await once(process.stdin, 'close');
await server.stop();
