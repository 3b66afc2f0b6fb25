import { expect, it } from '@jest/globals';
import { objectKeys } from '#libs/contracts';
import { type VodInventory, vodInventories } from './vod-inventory.js';

const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const inventoriesOf = async (keys: Iterable<string>): Promise<VodInventory[]> => {
  const found: VodInventory[] = [];
  for await (const one of vodInventories(
    (async function* () {
      for (const key of keys) yield await Promise.resolve({ key, sizeBytes: 10 });
    })(),
  ))
    found.push(one);
  return found;
};

it('groups the objects in storage by VOD', async () => {
  const file = objectKeys.file(A, 'f0', 'x.mp4');
  const [a, b] = await inventoriesOf([
    file,
    objectKeys.file(A, 'f0', 'x.keyframes.json'),
    objectKeys.timeline(A, 'x'),
    objectKeys.manifest(A, 9),
    objectKeys.manifest(A, 10),
    objectKeys.segment(A, 'p', '0-1.ts'),
    objectKeys.init(A, 'p', 'c'),
    objectKeys.journalPage(A, 'p', 0),
    objectKeys.chatFile(A, 'x'),
    objectKeys.thumb(B, 't.jpg'),
  ]);
  expect(a).toEqual({
    uuid: A,
    revisions: [10, 9],
    hasParts: true,
    files: new Set([file]),
    bytes: { files: 10, segments: 20, chat: 10, other: 50 },
  });
  expect(b).toEqual({
    uuid: B,
    revisions: [],
    hasParts: false,
    files: new Set(),
    bytes: { files: 0, segments: 0, chat: 0, other: 10 },
  });
});

it('ignores objects that belong to no VOD', async () => {
  expect(await inventoriesOf(['vods/readme.txt', 'vods/not-a-uuid/manifest/00000001.json', `vods/${A}`])).toEqual([]);
});

it('holds only the total size of a hundred thousand segments', async () => {
  const many = function* () {
    for (let n = 0; n < 100_000; n += 1) yield objectKeys.segment(A, 'p', `${n}.ts`);
  };
  const [only] = await inventoriesOf(many());
  expect(only?.bytes.segments).toBe(1_000_000);
  expect(only?.files.size).toBe(0);
});
