import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { treeOf } from './process-tree.js';

const STARTS_CHILD = `
  const { parentPort } = require('node:worker_threads');
  const child = require('node:child_process').spawn('sleep', ['60']);
  parentPort.postMessage(child.pid);
  parentPort.once('message', () => { child.kill('SIGKILL'); child.once('exit', () => process.exit()); });
`;

it('includes a child that a worker thread started', async () => {
  const worker = new Worker(STARTS_CHILD, { eval: true });
  const [pid] = (await once(worker, 'message')) as [number];
  const tree = treeOf([process.pid]);
  worker.postMessage('end');
  await once(worker, 'exit');
  expect(tree).toContain(pid);
});
