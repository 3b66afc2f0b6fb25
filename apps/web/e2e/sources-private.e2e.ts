import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { checkRecording } from '#tools/provider-sim/frames/index.js';
import { BLOCKED, PRIVATE } from '#tools/provider-sim/sources/index.js';
import { expect, test } from './testing/sources-test.js';

const WHOLE = { ok: true, lost: [], doubled: [], swapped: [], foreign: [], unreadable: [] };

test('integrity-14 a public source gets nothing from this machine, and what it names there is a gap', async ({
  sources,
  page,
}) => {
  const { api, folder } = sources;
  const source = sources.of('i14-public');
  const vod = await sources.finished('i14-public');
  const offered = source.offered();
  const blocked = Object.values(BLOCKED).filter((seq) => seq >= offered.segments[0]!.seq);
  expect(blocked).not.toEqual([]);
  expect(source.calls.filter((call) => call.path.includes(PRIVATE))).toEqual([]);
  expect(vod.gaps.map(({ cause }) => cause)).toEqual(blocked.map(() => 'blocked-address'));
  expect(vod.missing_ms).toBe(blocked.length * 2000);

  const [made] = vod.files;
  const file = path.join(folder, made!.basename);
  await writeFile(file, Buffer.from(await (await api.call(new URL(made!.url, api.url).pathname)).arrayBuffer()));
  const segments = offered.segments.filter(({ seq }) => !blocked.includes(seq));
  expect((await checkRecording([file], { ...offered, segments })).frames).toMatchObject(WHOLE);

  await page.goto(`${api.url}/vod/${vod.uuid}`);
  const causes = page.getByRole('cell', { name: 'the source named an address that it may not name' });
  await expect(causes).toHaveCount(blocked.length);
  await expect(causes.first()).toBeVisible();
});

test('integrity-14 a channel whose master names this machine has no status, with the reason', async ({ sources }) => {
  const channel = await sources.offline('i14-public-master');
  expect(channel).toMatchObject({ is_live: false, vods_list: [] });
  // A check on a busy machine may end without an answer; the next one has the reason.
  await expect
    .poll(async () => JSON.stringify(await sources.offline('i14-public-master')))
    .toContain('neither public nor in the network that the source was added with');
  const { calls } = sources.of('i14-public-master');
  expect(calls.filter((call) => call.path.includes(PRIVATE))).toEqual([]);
});

test('integrity-14 a source in the own network names addresses of that network', async ({ sources }) => {
  await sources.expectWhole('i14-own-network');
});
