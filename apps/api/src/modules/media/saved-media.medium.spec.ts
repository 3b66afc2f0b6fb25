import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ulid } from 'ulid';
import { eventually } from '../../testing/test-app.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { NamingTestApp } from '../../testing/naming-test-app.js';

jest.setTimeout(120_000);

describe.each(DRIVERS)('names of VODs, on storage %s', (driver) => {
  let all: NamingTestApp;
  beforeAll(async () => {
    all = await NamingTestApp.open(driver);
  });
  afterAll(() => all.stop());

  describe('of what was put away', () => {
    const body = async (url: string) => {
      const res = await fetch(`${all.app.origin}${url}`);
      return [res.status, res.headers.get('content-type'), await res.text()];
    };
    const stopped = async (answer: { body: { data?: unknown } }) => {
      const { job } = answer.body.data as { job: string };
      await eventually(
        async () =>
          (await all.app.call<{ name: string; status: string }[]>('GET', '/jobs')).body.data?.some(
            (j) => j.name === job && j.status === 'STOPPED',
          ),
        job,
      );
    };

    it('is an address below saved_vods while it is there, and below vods all the time', async () => {
      const channel = await all.newChannel();
      const made = await all.finished(channel);
      const place = (made.files[0]?.url ?? '').replace('/vods/', '');
      expect([await all.status(`/vods/${place}`), await all.status(`/saved_vods/${place}`)]).toEqual([200, 404]);
      await stopped(await all.app.call('POST', `/vod/${made.uuid}/archive`));
      expect(await body(`/saved_vods/${place}`)).toEqual([200, 'video/mp4', 'a file']);
      expect([
        await all.status(`/vods/${place}`),
        await all.status(`/saved_vods/${place.replace('.mp4', '.json')}`),
        await all.status(`/saved_vods/${place}x`),
      ]).toEqual([200, 200, 404]);
      await stopped(await all.app.call('POST', `/vod/${made.uuid}/unarchive`));
      expect([await all.status(`/vods/${place}`), await all.status(`/saved_vods/${place}`)]).toEqual([200, 404]);
    });

    it('is an address of a chat of no VOD too, fetched or written down; nothing else is reached by it', async () => {
      const [fetched, dumped] = ['quay.1.chat.json', `quay-${driver}-2026-11-28T10_00_00Z.json`];
      const keys = {
        [fetched]: `saved_vods/${fetched}`,
        [dumped]: `saved_vods/${dumped.replace('json', `${ulid()}.json`)}`,
      };
      for (const [name, key] of Object.entries(keys)) {
        await all.app.storage.put(key, Buffer.from('{"comments":[]}'));
        await all.app.storage.library?.publish(key, { channel: 'saved_vods', name });
        expect(await body(`/saved_vods/${name}`)).toEqual([
          200,
          expect.stringMatching(/^application\/json/),
          '{"comments":[]}',
        ]);
      }
      await all.app.storage.put('work/secret.json', Buffer.from('{}'));
      for (const path of [
        'quay.json',
        'quay.1.json',
        '..%2fwork%2fsecret.json',
        '%2e%2e/work/secret.json',
        'work/secret.json',
        '.hidden.json',
        '',
      ])
        expect([path, await all.status(`/saved_vods/${path}`)]).toEqual([path, 404]);
    });
  });
});
