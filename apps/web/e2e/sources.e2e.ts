import { expect, test } from './testing/sources-test.js';

test('sources-0 a plain source that is built from the clock is recorded whole', async ({ sources }) => {
  await sources.expectWhole('0-plain');
});

test('sources-1 the best row of a master that answers is recorded, and why', async ({ sources }) => {
  await Promise.all(['1-first-row-dead', '1-equal-rows', '1-best-row-dies'].map((name) => sources.expectWhole(name)));
  for (const name of ['1-first-row-dead', '1-best-row-dies'])
    expect(sources.notes(name)).toContainEqual(expect.stringMatching(/720p is not available.*360p.*status 404/));
});

test('sources-2 variables in the rows of a master, of its query and imported, are replaced', async ({ sources }) => {
  await sources.expectWhole('2-define');
});

test('sources-3 a playlist that is compressed without a request is read, named or not', async ({ sources }) => {
  await Promise.all(['3-gzip-named', '3-gzip-unnamed'].map((name) => sources.expectWhole(name)));
});

test('sources-4 loose syntax is read, and a list that grows is live whatever its type', async ({ sources }) => {
  await Promise.all(['4-loose-syntax', '4-growing-vod'].map((name) => sources.expectWhole(name)));
});

test('sources-5 cookies of the list are sent with everything below it, and their changes', async ({ sources }) => {
  await Promise.all(['5-list-sets-cookie', '5-redirects-to-itself'].map((name) => sources.expectWhole(name)));
});

test('sources-6 keys and init sections inside the playlist are used', async ({ sources }) => {
  await Promise.all(['6-data-keys', '6-data-map'].map((name) => sources.expectWhole(name)));
});

test('sources-13 a list that stands still is offline, although its addresses change at each answer', async ({
  sources,
}) => {
  expect(await sources.offline('13-stale-list')).toMatchObject({ is_live: false, vods_list: [] });
});

test('sources-20 a list of segments that hold only tables is offline', async ({ sources }) => {
  expect(await sources.offline('20-tables-only')).toMatchObject({ is_live: false, vods_list: [] });
});
