import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { message } from '#libs/messages';
import { TestApp } from '../../testing/test-app.js';
import { findTools, TOOLS } from './tools.js';

jest.setTimeout(60_000);

interface About {
  bins: Record<string, { path: string | null; status: string; version?: string; min_version?: string; tried: string }>;
  version: string;
  is_docker: boolean;
  memory: Record<string, number>;
  pip: object;
}
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
}, 60_000);
afterAll(async () => {
  await app.stop();
});

describe('about', () => {
  it('reports for every tool of v0 whether it exists, is new enough, and is required', async () => {
    const { body, text } = await app.call<About>('GET', '/about');
    expect(Object.keys(body.data?.bins ?? {}).sort()).toEqual([
      'ffmpeg',
      'ffprobe',
      'mediainfo',
      'node',
      'pipenv',
      'python',
      'streamlink',
      'tcd',
      'twitchdownloader',
      'yt-dlp',
    ]);
    expect(body.data?.bins['ffmpeg']).toMatchObject({
      path: 'ffmpeg',
      status: 'ok',
      min_version: '5.1',
      version: expect.stringMatching(/^\d/),
    });
    expect(body.data?.bins['node']).toMatchObject({
      status: 'ok',
      version: process.versions.node,
      tried: 'the program that runs Vodkeep',
    });
    expect(
      ['rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers'].filter(
        (key) => typeof body.data?.memory[key] !== 'number',
      ),
    ).toEqual([]);
    expect(text).not.toMatch(/\/usr\//);
  });

  it('W71 names the attempts for a missing tool, and marks one that is too old', async () => {
    const [ffmpeg] = TOOLS;
    const tools = [
      { name: 'never', args: [], version: /x/, minVersion: '1.0', files: ['no-such-tool', 'nor-this'] },
      { name: 'spare', args: [], version: /x/, files: ['no-such-tool'] },
      ...(ffmpeg ? [{ ...ffmpeg, minVersion: '99.0' }] : []),
    ];
    expect(await findTools(AbortSignal.timeout(50_000), tools)).toMatchObject({
      never: {
        path: null,
        status: 'not found',
        min_version: '1.0',
        tried: message('tool.searched', { files: ['no-such-tool', 'nor-this'] }),
      },
      spare: { path: null, status: 'not needed' },
      ffmpeg: { status: 'outdated', min_version: '99.0' },
    });
  });

  it('W70 marks a broken tool, and affects nothing else', async () => {
    const tools = [
      { name: 'broken', args: [], version: /(\d+)/, minVersion: '1.0', files: ['false'] },
      { name: 'silent', args: [], version: /(\d+)/, files: ['true'] },
      ...TOOLS.slice(0, 1),
    ];
    expect(await findTools(AbortSignal.timeout(50_000), tools)).toMatchObject({
      broken: { path: 'false', status: 'broken' },
      silent: { status: 'broken' },
      ffmpeg: { status: 'ok' },
    });
    expect((await app.call('GET', '/about')).status).toBe(200);
  });

  it('shows the licences of the packages of Vodkeep', async () => {
    const answer = await app.call('GET', '/about/license?package_name=zod');
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('MIT License')]);
    expect((await app.call('GET', '/about/license?package_name=%40nestjs%2Fcore')).status).toBe(200);
    expect(await app.call('GET', '/about/license?package_name=never-heard-of')).toMatchObject({
      status: 404,
      body: { status: 'ERROR', code: 'licence-missing' },
    });
  });

  it.each([
    '',
    '?package_name=',
    '?package_name=..%2F..%2Fetc',
    '?package_name=%2Fetc',
    '?package_name=a%00b',
    '?package_name=a%2Fb%2Fc',
    `?package_name=${'x'.repeat(300)}`,
  ])('a licence of %j is refused on its field', async (query) => {
    const { status, body } = await app.call('GET', `/about/license${query}`);
    expect([status, body.fields?.map((f) => f.path)]).toEqual([400, ['package_name']]);
  });
});
