import { type FieldFault, UserError, untranslated } from '#libs/errors';
import { english } from '#libs/messages';
import { loadServiceConfig, type ServiceName } from './index.js';

const machine = { hostname: 'nas.home' };
const files = (texts: Record<string, string>) => (path: string) => {
  const text = texts[path];
  if (text === undefined) throw new UserError(untranslated('missing', `no such file ${path}`));
  return text;
};
const load = <N extends ServiceName>(name: N, env: Record<string, string>, texts: Record<string, string> = {}) =>
  loadServiceConfig(name, env, { machine, read: files(texts) });
const faultText = ({ path, message }: FieldFault): string =>
  `${path} ${typeof message === 'string' ? message : english(message)}`;
function faultsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error.fields.map(faultText);
    throw error;
  }
  return [];
}

describe('loadServiceConfig', () => {
  it('derives defaults from other settings', () => {
    const config = load('recorder', { VODKEEP_DATA: '/srv/v' });
    expect(config.core.node).toBe('nas.home');
    expect(config.recorder).toMatchObject({
      name: 'nas.home/0',
      slots: 32,
      spoolDir: '/srv/v/spool',
      spoolMaxMb: 4096,
    });
    expect(config.storage).toMatchObject({ kind: 'file', dir: '/srv/v/storage', sync: 'batched' });
  });

  it('names the recorder after a node that was set', () => {
    expect(load('recorder', { VODKEEP_NODE: 'b' }).recorder.name).toBe('b/0');
  });

  it('reports all faults at once', () => {
    const faults = faultsOf(() =>
      load('api', {
        VODKEEP_PORT: '99999',
        VODKEEP_STORAGE: 's3',
        VODKEEP_LOG_LEVEL: 'loud',
        VODKEEP_BASEPATH: 'no slash',
      }),
    );
    expect(faults.map((f) => f.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'VODKEEP_PORT',
        'VODKEEP_LOG_LEVEL',
        'VODKEEP_BASEPATH',
        'VODKEEP_PG_URL',
        'VODKEEP_S3_ENDPOINT',
        'VODKEEP_S3_ACCESS_KEY',
        'VODKEEP_S3_SECRET_KEY',
      ]),
    );
    expect(faults).toHaveLength(7);
  });

  it('never shows a secret in a fault', () => {
    const faults = faultsOf(() => load('api', { VODKEEP_PG_URL: 'mysql://u:hunter2@h/db' })).join();
    expect(faults).toMatch(/^VODKEEP_PG_URL must look like /);
    expect(faults).not.toContain('hunter2');
  });

  it('reads a secret from a file, without its line end', () => {
    expect(load('recorder', { VODKEEP_KEYRING_FILE: '/k' }, { '/k': 'abc\n' }).secrets.keyring).toBe('abc');
  });

  it('names a secret file that is missing or empty', () => {
    expect(
      faultsOf(() =>
        load('recorder', { VODKEEP_KEYRING_FILE: '/gone', VODKEEP_NATS_TOKEN_FILE: '/e' }, { '/e': '\n' }),
      ),
    ).toEqual(['VODKEEP_NATS_TOKEN_FILE /e is empty', 'VODKEEP_KEYRING_FILE cannot be read: no such file /gone']);
  });

  it('reads a config file in both formats, and the environment overrides it', () => {
    for (const text of [
      '{"VODKEEP_RECORDER_SLOTS": 4, "VODKEEP_NODE": "f"}',
      '# mine\nVODKEEP_RECORDER_SLOTS=4\nexport VODKEEP_NODE="f"\n',
    ]) {
      const config = load('recorder', { VODKEEP_CONFIG_FILE: '/c', VODKEEP_NODE: 'e' }, { '/c': text });
      expect([config.recorder.slots, config.core.node]).toEqual([4, 'e']);
    }
  });

  it('refuses an unknown name and a broken line of a config file', () => {
    expect(
      faultsOf(() => load('exporter', { VODKEEP_CONFIG_FILE: '/c' }, { '/c': 'VODKEEP_PROT=1\nnonsense\n' })),
    ).toEqual(['VODKEEP_CONFIG_FILE line 2 is not NAME=value', 'VODKEEP_PROT in /c is not a setting']);
  });

  it('treats an empty variable as not set', () => {
    expect(load('recorder', { VODKEEP_RECORDER_SLOTS: '', VODKEEP_NATS_TOKEN: '' })).toMatchObject({
      recorder: { slots: 32 },
      nats: { token: null },
    });
  });

  it('removes the slash at the end of a basepath', () => {
    expect(load('api', { VODKEEP_PG_URL: 'postgres://h/db', VODKEEP_BASEPATH: '/v/' }).http.basepath).toBe('/v');
  });
});
