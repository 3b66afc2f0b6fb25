import type { Vod } from '#libs/contracts';
import { expect, test } from './testing/sources-test.js';

type Sources = Parameters<Parameters<typeof test>[2]>[0]['sources'];

const playlistOf = async ({ api }: Sources, { uuid }: Vod): Promise<string> =>
  (await api.call(`/api/v0/vod/${uuid}/index.m3u8`)).text();

/**
 * Checks that a source was recorded once: every frame, in one part and one epoch, with nothing missing.
 * @returns codes of the notices, with their counts
 */
async function noticesOfWhole(sources: Sources, name: string): Promise<Readonly<Record<string, number>>> {
  const vod = await sources.expectWhole(name);
  expect(vod.parts, name).toHaveLength(1);
  expect(vod.missing_ms, name).toBe(0);
  expect(await playlistOf(sources, vod), name).not.toContain('#EXT-X-DISCONTINUITY');
  return Object.fromEntries((vod.parts[0]?.notices ?? []).map(({ code, count }) => [code, count]));
}

test('sources-9 each second is recorded once, whatever the dates of the source do', async ({ sources }) => {
  expect(await noticesOfWhole(sources, '9-frozen')).toMatchObject({ 'dates-ignored': 1 });
  expect(await noticesOfWhole(sources, '9-step')).toEqual({ 'dates-moved': 1 });
});

test('sources-10 two edges with their own numbers behind one name are one stream', async ({ sources }) => {
  expect(await noticesOfWhole(sources, '10-edges-other-names')).toEqual({ 'numbers-changed': 1 });
});

test('sources-11 segments that are longer than the target duration are one part', async ({ sources }) => {
  expect(await noticesOfWhole(sources, '11-long-segments')).toEqual({});
});

test('sources-12 lengths that the media contradict are replaced and reported', async ({ sources }) => {
  for (const name of ['12-overflow', '12-all-wrong']) {
    expect(Object.keys(await noticesOfWhole(sources, name)), name).toEqual(['durations-replaced']);
    const text = await playlistOf(sources, await sources.finished(name));
    expect(new Set(text.match(/(?<=#EXTINF:)[\d.]+/g)), name).toEqual(new Set(['2.000']));
    expect(text).toContain('#EXT-X-TARGETDURATION:2\n');
  }
});

test('sources-19 a server that hands out whatever comes next is recorded in order', async ({ sources }) => {
  expect(Object.keys(await noticesOfWhole(sources, '19-next-segment'))).not.toContain('times-step-back');
});

test('sources-19 segments in the wrong order are reported', async ({ sources }) => {
  const { parts } = await sources.expectWhole('19-swapped');
  expect(parts[0]?.notices).toMatchObject([{ code: 'times-step-back', count: 1 }]);
});

test('sources-21 addresses that change in each answer are no other segments, and end when the list stands still', async ({
  sources,
}) => {
  for (const name of ['21-session-query', '21-signed-path'])
    expect(await noticesOfWhole(sources, name), name).toEqual({});
});

test('sources-23 every range of a single file is recorded once, although the numbers stand still', async ({
  sources,
}) => {
  expect(await noticesOfWhole(sources, '23-single-file')).toEqual({ 'numbers-changed': 1 });
});

test('sources-26 a new segment in the last list is recorded, whatever its number', async ({ sources }) => {
  expect(await noticesOfWhole(sources, '26-renumbered')).toEqual({ 'numbers-changed': 1 });
});
