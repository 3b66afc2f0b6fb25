import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { licenceOf } from './licences.js';

let root: string;
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const of = (name: string): Promise<string> =>
  licenceOf(name, {
    from: join(root, 'none'),
    debianDocs: join(root, 'doc'),
    path: `${join(root, 'venv/bin')}:relative`,
  });

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'));
  put('doc/bash/copyright', 'GPL-3+ of bash');
  put('doc/ffmpeg/copyright', 'LGPL-2.1+ of ffmpeg');
  put('doc/python3/copyright', 'PSF of python');
  put('doc/gcc-12-base/copyright', 'GPL-3+ of gcc');
  put('secret/copyright', 'not to be read');
  put('venv/lib/python3.11/site-packages/streamlink-8.6.3.dist-info/licenses/LICENSE', 'BSD of streamlink');
  put('venv/lib/python3.11/site-packages/yt_dlp-2026.1.dist-info/LICENSE', 'Unlicense of yt-dlp');
  put(
    'venv/lib/python3.11/site-packages/tcd-3.0.dist-info/METADATA',
    'Name: tcd\nLicense: MIT\nClassifier: License :: OSI Approved :: MIT License\n\nLicense of nobody\n',
  );
  symlinkSync('gcc-12-base', join(root, 'doc/libstdc++-12-dev'));
  symlinkSync(join(root, 'secret'), join(root, 'doc/led-out'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

describe('the licence', () => {
  it.each([
    ['bash', 'GPL-3+ of bash'],
    ['ffprobe', 'LGPL-2.1+ of ffmpeg'],
    ['python', 'PSF of python'],
    ['libstdc++-12-dev', 'GPL-3+ of gcc'],
    ['streamlink', 'BSD of streamlink'],
    ['yt-dlp', 'Unlicense of yt-dlp'],
    ['tcd', 'License: MIT\nClassifier: License :: OSI Approved :: MIT License'],
  ])('of %s is found by package name', async (name, text) => {
    expect(await of(name)).toBe(text);
  });

  it.each(['led-out', 'yt', 'never-heard-of', '@some/bash'])('of %s does not exist', async (name) => {
    await expect(of(name)).rejects.toMatchObject({ code: 'licence-missing', status: 404 });
  });
});
