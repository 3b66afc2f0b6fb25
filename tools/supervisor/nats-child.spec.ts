import { describe, expect, it } from '@jest/globals';
import { natsConfig } from './nats-child.js';

const settings = {
  port: 4300,
  token: 'abc"\\',
  storeDir: '/data/with "quotes"',
  configFile: '/x',
  storeLimitBytes: 2 ** 31,
};

describe('natsConfig', () => {
  it('listens on the loopback only', () => {
    expect(natsConfig(settings)).toContain('listen: "127.0.0.1:4300"');
  });
  it('puts every acknowledged message on disk', () => {
    expect(natsConfig(settings)).toContain('sync_interval: always');
  });
  it('quotes what the operator chose', () => {
    expect(natsConfig(settings)).toContain('store_dir: "/data/with \\"quotes\\""');
  });
});
