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
  it('listens only on the loopback interface', () => {
    expect(natsConfig(settings)).toContain('listen: "127.0.0.1:4300"');
  });
  it('syncs every message to disk before its acknowledgement', () => {
    expect(natsConfig(settings)).toContain('sync_interval: always');
  });
  it('quotes the values of the operator', () => {
    expect(natsConfig(settings)).toContain('store_dir: "/data/with \\"quotes\\""');
  });
});
