import { expect, it } from '@jest/globals';
import { listText } from './list-text.js';
import { JsonText } from './json-text.js';

it.each([0, 1, 255, 256, 257, 1000])('listText serialises a list of %i items', async (count) => {
  const items = Array.from({ length: count }, (_, n) => n);
  const pieces = await listText(items, (n) => ({ n, name: `ä "${n}"` }));
  expect(new JsonText(pieces).data).toEqual(items.map((n) => ({ n, name: `ä "${n}"` })));
});

it('listText lets other work run between its batches', async () => {
  const seen: string[] = [];
  setImmediate(() => {
    seen.push('another');
  });
  await listText(Array.from({ length: 1000 }), () => {
    if (seen.at(-1) !== 'item') seen.push('item');
    return 1;
  });
  expect(seen).toEqual(['item', 'another', 'item']);
});
