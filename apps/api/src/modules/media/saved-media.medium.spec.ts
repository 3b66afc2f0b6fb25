import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ulid } from 'ulid';
import { eventually } from '../../testing/test-app.js';
import { DRIVERS } from '../../testing/test-app-on.js';
import { NamingTestApp } from '../../testing/naming-test-app.js';

jest.setTimeout(120_000);

describe.each(DRIVERS)('archived media, on storage %s', (driver) => {
  let testApp: NamingTestApp;
  beforeAll(async () => {
    testApp = await NamingTestApp.open(driver);
  });
  afterAll(() => testApp.stop());

  describe('below saved_vods', () => {
    const fetchBody = async (url: string) => {
      const res = await fetch(`${testApp.app.origin}${url}`);
      return [res.status, res.headers.get('content-type'), await res.text()];
    };
    const waitForJob = async (answer: { body: { data?: unknown } }) => {
      const { job } = answer.body.data as { job: string };
      await eventually(
        async () =>
          (await testApp.app.call<{ name: string; status: string }[]>('GET', '/jobs')).body.data?.some(
            (j) => j.name === job && j.status === 'STOPPED',
          ),
        job,
      );
    };

    it('serves an archived file below saved_vods while it is archived, and always below vods', async () => {
      const channel = await testApp.newChannel();
      const vod = await testApp.finishedVod(channel);
      const place = (vod.files[0]?.url ?? '').replace('/vods/', '');
      expect([await testApp.statusOf(`/vods/${place}`), await testApp.statusOf(`/saved_vods/${place}`)]).toEqual([
        200, 404,
      ]);
      await waitForJob(await testApp.app.call('POST', `/vod/${vod.uuid}/archive`));
      expect(await fetchBody(`/saved_vods/${place}`)).toEqual([200, 'video/mp4', 'a file']);
      expect([
        await testApp.statusOf(`/vods/${place}`),
        await testApp.statusOf(`/saved_vods/${place.replace('.mp4', '.json')}`),
        await testApp.statusOf(`/saved_vods/${place}x`),
      ]).toEqual([200, 200, 404]);
      await waitForJob(await testApp.app.call('POST', `/vod/${vod.uuid}/unarchive`));
      expect([await testApp.statusOf(`/vods/${place}`), await testApp.statusOf(`/saved_vods/${place}`)]).toEqual([
        200, 404,
      ]);
    });

    it('serves no object by its key in storage, and lists none, however the address is written', async () => {
      const vod = await testApp.finishedVod(await testApp.newChannel());
      const [key = ''] = (await testApp.app.objects(`vods/${vod.uuid}/`)).map((object) => object.key);
      expect(key).toContain(vod.uuid);
      const encoded = encodeURIComponent(key);
      const paths = [
        ...[`/${key}`, `/${encoded}`, `/vods/${encoded}`, `/vods/quay/..%2f..%2f${encoded}`, `/saved_vods/..%2f${key}`],
        ...['/vods/', '/vods/?list-type=2', `/vods/${vod.uuid}/`, '/saved_vods/', '/cache/thumbs/..%2f..%2fvods/'],
      ];
      for (const path of paths) {
        const [status, type, body] = await fetchBody(path);
        expect([path, status]).not.toEqual([path, 200]);
        expect([path, String(type).includes('xml'), String(body).includes(key)]).toEqual([path, false, false]);
      }
    });

    it('serves chats that belong to no VOD, downloaded or dumped, and nothing else', async () => {
      const [downloaded, dumped] = ['quay.1.chat.json', `quay-${driver}-2026-11-28T10_00_00Z.json`];
      const keys = {
        [downloaded]: `saved_vods/${downloaded}`,
        [dumped]: `saved_vods/${dumped.replace('json', `${ulid()}.json`)}`,
      };
      for (const [name, key] of Object.entries(keys)) {
        await testApp.app.storage.put(key, Buffer.from('{"comments":[]}'));
        await testApp.app.storage.library?.publish(key, { channel: 'saved_vods', name });
        expect(await fetchBody(`/saved_vods/${name}`)).toEqual([
          200,
          expect.stringMatching(/^application\/json/),
          '{"comments":[]}',
        ]);
      }
      await testApp.app.storage.put('work/secret.json', Buffer.from('{}'));
      for (const path of [
        'quay.json',
        'quay.1.json',
        '..%2fwork%2fsecret.json',
        '%2e%2e/work/secret.json',
        'work/secret.json',
        '.hidden.json',
        '',
      ])
        expect([path, await testApp.statusOf(`/saved_vods/${path}`)]).toEqual([path, 404]);
    });
  });
});
