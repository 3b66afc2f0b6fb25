import { statSync } from 'node:fs';
import path from 'node:path';
import { filesOf, SecretSearch } from './testing/find-secrets.js';
import { startKeyedServer } from './testing/keyed-server.js';
import { addressOf, COVE } from './testing/live-channels.js';
import { openInstallation } from './testing/open-installation.js';
import { expect, test } from './testing/test.js';

const KEY = 'sk5d1fa8c27e9b4a60';
const TOKEN = 'tk93c07be1f4d2685a';
const ENOUGH_MS = 6000;

test('security-source neither a stream key nor a token of a source is in any file, row, message, log, or answer to a guest', async ({
  folder,
  sim,
}) => {
  test.setTimeout(300_000);
  const search = new SecretSearch([KEY, TOKEN]);
  const source = await startKeyedServer(addressOf(sim, COVE), { key: KEY, token: TOKEN });
  const { installation, api, lock } = await openInstallation(folder, 'secrets');
  const frames: string[] = [];
  try {
    await lock();
    await api.set({ guest_mode: true, debug: true });
    const socket = new WebSocket(`${installation.url.replace('http', 'ws')}/socket/`);
    socket.addEventListener('message', ({ data }) => frames.push(String(data)));
    const { uuid } = await api.follow({ name: COVE, url: source.address, graceS: 1 });
    const verdict = async (): Promise<string> => (await api.channel(COVE)).verdict.reason;
    source.mode = 'broken';
    await expect.poll(verdict).toContain('[bad');
    expect((await search.answers(installation.url, { channel: uuid, vod: uuid })).found).toEqual([]);
    source.mode = 'refused';
    await expect.poll(verdict).toContain('403');
    source.mode = 'works';
    sim.act(COVE, { do: 'start' });
    const { uuid: vod } = await api.grown(COVE, ENOUGH_MS);

    // An edit of what the operator sees keeps the address.
    const { url } = await api.channel(COVE);
    expect([url.includes(KEY), url.includes(TOKEN)]).toEqual([true, false]);
    const edit = await api.call(`/api/v0/channels/${uuid}`, { method: 'PUT', body: { url, displayName: 'The Cove' } });
    expect(edit.status, await edit.text()).toBe(200);
    await expect.poll(() => frames.some((frame) => frame.includes('The Cove'))).toBe(true);
    expect(frames.filter((frame) => search.has(frame))).toEqual([]);

    const running = await search.assignments(installation);
    expect([running.found, running.searched]).toEqual([[], 1]);
    const guest = await search.answers(installation.url, { channel: uuid, vod });
    expect(guest.found).toEqual([]);
    expect(guest.read).toBeGreaterThan(15);

    sim.act(COVE, { do: 'end', how: 'endlist' });
    await api.finished(COVE);
    const ended = await search.answers(installation.url, { channel: uuid, vod });
    expect(ended.found).toEqual([]);
    const trace = async (): Promise<string> => {
      const answer = await api.call(`/api/v0/vod/${vod}/trace`);
      return answer.ok ? answer.text() : '';
    };
    // The recorder stores it beside the end of the part.
    await expect.poll(trace).toContain('index.m3u8');
    expect(search.has(await trace())).toBe(false);
    // The search finds what is there.
    const control = new SecretSearch([COVE]);
    expect((await control.rows(installation)).found).not.toEqual([]);
    expect((await control.answers(installation.url, { channel: uuid, vod })).found).toEqual(
      expect.arrayContaining(['/api/v0/channels', `/api/v0/vod/${vod}`]),
    );
    const rows = await search.rows(installation);
    expect(rows.found).toEqual([]);
    expect(rows.searched).toBeGreaterThan(20);
    // The manifest is written a few seconds after the last change.
    const data = path.join(folder, 'secrets');
    const manifests = (): string[] => filesOf(data).filter((file) => /\/manifest\//.test(file));
    await expect.poll(() => manifests().length, { timeout: 30_000 }).toBeGreaterThan(0);
    socket.close();
  } finally {
    await installation.stop();
    await source.stop();
  }
  const data = path.join(folder, 'secrets');
  expect(search.files(data)).toEqual([]);
  const control = new SecretSearch([COVE]).files(data).map((file) => path.relative(data, file).split('/')[0]);
  expect([...new Set(control)].sort()).toEqual(expect.arrayContaining(['log', 'nats', 'postgres-18', 'storage']));
  const isOpen = (file: string): boolean => (statSync(file).mode & 0o137) !== 0 && statSync(file).nlink === 1;
  const closed = filesOf(data).filter((file) => /\/(store|spool|backups)\/|secret\.key$/.test(file));
  expect(closed.length).toBeGreaterThan(5);
  expect(closed.filter(isOpen)).toEqual([]);
  expect(statSync(path.join(data, 'storage', 'store')).mode & 0o007).toBe(0);
});
