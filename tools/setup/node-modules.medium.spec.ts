import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { npmCache } from './node-modules.mjs';

describe('npmCache', () => {
  it('leaves npm its own cache if it is writable', () => {
    expect(npmCache({ HOME: tmpdir() })).toEqual({});
    expect(npmCache({ HOME: '/dev/null', npm_config_cache: join(tmpdir(), 'cache') })).toEqual({});
  });
  it('uses a cache in .tools if neither the home nor the cache of npm is writable', () => {
    const own = { npm_config_cache: expect.stringMatching(/\.tools\/npm-cache$/) };
    // npm itself sets its cache for scripts, below the same home.
    for (const env of [{ HOME: '/dev/null' }, { HOME: '/dev/null', npm_config_cache: '/dev/null/.npm' }])
      expect(npmCache(env)).toEqual(own);
  });
});
