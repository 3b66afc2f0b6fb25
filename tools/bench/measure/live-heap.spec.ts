import { expect, it } from '@jest/globals';
import { snapshotBytes } from './live-heap.js';

it('sums the sizes of all nodes of a snapshot', () => {
  expect(
    snapshotBytes(
      JSON.stringify({
        snapshot: { meta: { node_fields: ['type', 'self_size', 'edge_count'] } },
        nodes: [1, 100, 7, 2, 20, 0, 3, 3, 9],
      }),
    ),
  ).toBe(123);
});
