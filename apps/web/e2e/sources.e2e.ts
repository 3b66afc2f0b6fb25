import { startReplay } from '#tools/provider-sim/replay/start-replay.js';
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

test('sources-3 a playlist is read although it is compressed without a request, with and without the header', async ({
  sources,
}) => {
  await Promise.all(['3-gzip-with-header', '3-gzip-without-header'].map((name) => sources.expectWhole(name)));
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

test('sources-7 headers and certificates of a channel are used, and no answer shows a secret', async ({ sources }) => {
  await Promise.all(['7-needs-headers', '7-self-signed', '7-own-authority'].map((name) => sources.expectWhole(name)));
  expect(await sources.api.channel('7-needs-headers')).toMatchObject({
    has_credentials: true,
    source_headers: ['referer: ********', 'user-agent: ********'],
  });
});

test('sources-8 a server of one session has no live check beside the recorder', async ({ sources }) => {
  for (const name of ['8-newest-session', '8-one-client']) {
    await sources.expectWhole(name);
    const { calls, spec } = sources.of(name);
    const media = calls.filter(({ path, status, isRange }) => status === 200 && path.endsWith('.ts') && !isRange);
    const recordedFrom = media[0]!.atMs + 1000 * spec.segmentS;
    const refused = calls.filter(
      ({ atMs, status }) => atMs > recordedFrom && atMs < media.at(-1)!.atMs && status >= 400,
    );
    expect(refused, name).toEqual([]);
  }
});

test('sources-13 a list that stands still is offline, although its addresses change at each answer', async ({
  sources,
}) => {
  expect(await sources.offline('13-stale-list')).toMatchObject({ is_live: false, vods_list: [] });
});

test('sources-20 a list of segments that hold only tables is offline', async ({ sources }) => {
  expect(await sources.offline('20-tables-only')).toMatchObject({ is_live: false, vods_list: [] });
});

test('sources-22 a source that is off with its server ends, and its return continues the VOD', async ({ sources }) => {
  for (const name of ['22-refuses-connections', '22-answers-empty']) {
    const { uuid } = await sources.finished(name);
    await expect.poll(async () => (await sources.api.vod(uuid)).parts.length, { timeout: 60_000 }).toBe(2);
    const vod = await sources.expectWhole(name);
    expect(vod.uuid).toBe(uuid);
    expect(vod.gaps.map(({ cause }) => cause)).toEqual(['source-unreachable']);
    expect(vod.missing_ms).toBe(vod.gaps[0]!.durMs);
    expect(vod.missing_ms).toBeGreaterThan(15_000);
  }
});

test('integrity-20 the trace of a capture is downloaded from the page of its VOD, and the simulator plays it', async ({
  page,
  sources,
}) => {
  const { uuid } = await sources.finished('0-plain');
  await page.goto(`${sources.api.url}/vod/${uuid}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download capture trace' }).click();
  const replay = await startReplay(await (await download).path(), { host: '127.0.0.1', port: 0 });
  try {
    const list = await (await fetch(replay.url)).text();
    const [name = ''] = list.split('\n').filter((line) => /^c\d+\.ts/.test(line));
    const segment = await fetch(new URL(name, replay.url));
    expect(segment.status, list).toBe(200);
    const { calls } = sources.of('0-plain');
    const body = Buffer.from(await segment.arrayBuffer());
    expect([body[0], calls.some(({ path }) => path.endsWith(name))]).toEqual([0x47, true]);
  } finally {
    await replay.stop();
  }
});
