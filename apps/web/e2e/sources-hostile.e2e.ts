import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkRecording } from '#tools/provider-sim/frames/index.js';
import { LONG_LISTS, REFUSED } from '#tools/provider-sim/sources/index.js';
import { expect, test } from './testing/sources-test.js';

type Sources = Parameters<Parameters<typeof test>[2]>[0]['sources'];

/** The healthy channel of these tests, which need the sources of all three: `VODKEEP_SOURCES=i10,i11,i12`. */
const BESIDE = 'i10-beside';
const SEGMENT_MS = 2000;
const WHOLE = { ok: true, lost: [], doubled: [], swapped: [], foreign: [], unreadable: [] };

/** What the API answers if somebody adds the address `name` beside that of a channel. */
async function refusal({ api }: Sources, channel: string, name: string): Promise<string> {
  const url = new URL(name, (await api.channel(channel)).url).href;
  const body = { provider: 'hls', url, internalName: 'refused', displayName: 'refused' };
  const answer = await api.call('/api/v0/channels', { method: 'POST', body });
  expect(answer.status).toBe(400);
  return answer.text();
}

test('integrity-10 bodies that unpack to far more or never end are gaps with their cause, and nothing else is lost', async ({
  sources,
  page,
}) => {
  const { api, folder } = sources;
  const vod = await sources.finished('i10-refused-bodies');
  const refused: readonly number[] = Object.values(REFUSED);
  expect(vod.gaps.map(({ cause, durMs }) => ({ cause, durMs }))).toEqual(
    refused.map(() => ({ cause: 'refused', durMs: SEGMENT_MS })),
  );
  expect(vod.missing_ms).toBe(refused.length * SEGMENT_MS);

  const [made] = vod.files;
  const file = path.join(folder, made!.basename);
  await writeFile(file, Buffer.from(await (await api.call(new URL(made!.url, api.url).pathname)).arrayBuffer()));
  const offered = sources.of('i10-refused-bodies').offered();
  const segments = offered.segments.filter(({ seq }) => !refused.includes(seq));
  expect((await checkRecording([file], { ...offered, segments })).frames).toMatchObject(WHOLE);

  await page.goto(`${api.url}/vod/${vod.uuid}`);
  // The title of the gap in the bar under the picture.
  await expect(page.locator('title', { hasText: 'more than a segment can have' }).first()).toBeAttached();
  await expect(page.getByRole('cell', { name: 'more than a segment can have' })).toHaveCount(refused.length);
  await sources.expectWhole(BESIDE);
});

test('integrity-11 variables that multiply to 400 MB are refused with the reason, and the recorder goes on', async ({
  sources,
}) => {
  const reason = 'The variable "long" makes the playlist larger than 8388608 characters.';
  expect(await sources.playlistFaults('i11-list')).toContain(reason);
  await sources.expectWhole('i11-list');

  const channel = await sources.offline('i11-master');
  expect(channel).toMatchObject({ is_live: false, vods_list: [] });
  expect(JSON.stringify(channel)).toContain(JSON.stringify(reason).slice(1, -1));
  expect(JSON.parse(await refusal(sources, 'i11-master', 'another/master.m3u8'))).toMatchObject({
    message: expect.stringContaining(reason),
  });
  await sources.expectWhole(BESIDE);
});

test('integrity-12 a list of 1.1 million lines is refused with the reason, and the recorder goes on', async ({
  sources,
}) => {
  const reason = 'The playlist lists more than 172800 segments.';
  expect(await sources.playlistFaults('i12-lines')).toContain(reason);
  await sources.expectWhole('i12-lines');
  expect(await refusal(sources, 'i12-lines', LONG_LISTS.lines)).toContain(reason);
  expect(await refusal(sources, 'i12-lines', LONG_LISTS.packed)).toContain('the answer is too large for a playlist');
  await sources.expectWhole(BESIDE);
});

test('integrity-12 an EVENT list of a day whose past is gone is live, and recorded from its edge on', async ({
  sources,
}) => {
  const vod = await sources.expectWhole('i12-day');
  expect(vod).toMatchObject({ gaps: [], missing_ms: 0 });
});
