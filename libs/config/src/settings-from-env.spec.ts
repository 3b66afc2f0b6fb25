import { UserError, untranslated } from '#libs/errors';
import { english } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { settingsFromEnv } from './index.js';

const noFile = (path: string): string => {
  throw new UserError(untranslated('missing', `no such file ${path}`));
};
const readSettings = (env: Record<string, string>, read = noFile) => {
  const { texts, faults } = settingsFromEnv(env, read);
  return { texts: Object.fromEntries(texts), faults: faults.map(english) };
};

it('reads the names of v0 and of Vodkeep, and prefers those of Vodkeep', () => {
  expect(
    readSettings({ TCD_STORAGE_PER_STREAMER: '50', TCD_CAPTURE_GRACE_S: '5', VODKEEP_SETTING_CAPTURE_GRACE_S: '7' }),
  ).toEqual({
    texts: {
      'storage_per_streamer': { key: 'storage_per_streamer', name: 'TCD_STORAGE_PER_STREAMER', text: '50' },
      'capture.grace_s': { key: 'capture.grace_s', name: 'VODKEEP_SETTING_CAPTURE_GRACE_S', text: '7' },
    },
    faults: [],
  });
});

it('accepts a hyphen of a key unchanged and as an underscore', () => {
  expect(Object.keys(readSettings({ TCD_LOCALE_DATE_FORMAT: 'dd-MM-yyyy' }).texts)).toEqual(['locale.date-format']);
  expect(Object.keys(readSettings({ 'TCD_LOCALE_DATE-FORMAT': 'dd-MM-yyyy' }).texts)).toEqual(['locale.date-format']);
});

it('treats an empty variable as not set, and ignores other names of v0', () => {
  expect(readSettings({ TCD_MOTD: '', TCD_BIN_DIR: '/usr/bin', TCD_DOCKER: '1', PATH: '/bin' })).toEqual({
    texts: {},
    faults: [],
  });
});

it('reads a secret from a file, and reports a file that cannot be read', () => {
  expect(readSettings({ VODKEEP_SETTING_TELEGRAM_TOKEN_FILE: '/t' }, () => 'abc\n').texts).toMatchObject({
    telegram_token: { text: 'abc' },
  });
  expect(readSettings({ VODKEEP_SETTING_TELEGRAM_TOKEN_FILE: '/t' })).toEqual({
    texts: {},
    faults: ['VODKEEP_SETTING_TELEGRAM_TOKEN_FILE cannot be read: no such file /t'],
  });
});

it('reports an unknown setting, and names the variable of a setting of the machine', () => {
  expect(readSettings({ TCD_BASEPATH: '/dvr', VODKEEP_SETTING_MOTTO: 'x' }).faults).toEqual([
    'TCD_BASEPATH in the environment has no effect. Set VODKEEP_BASEPATH.',
    'VODKEEP_SETTING_MOTTO in the environment is not the name of a setting.',
  ]);
});

it('reads the settings file, and the environment overrides it', () => {
  const file = () => 'VODKEEP_SETTING_MOTD=from the file\nVODKEEP_SETTING_VODS_TO_KEEP=3\nVODKEEP_PORT=1\n';
  expect(readSettings({ VODKEEP_CONFIG_FILE: '/c', VODKEEP_SETTING_VODS_TO_KEEP: '4' }, file)).toMatchObject({
    texts: { motd: { text: 'from the file' }, vods_to_keep: { text: '4' } },
    faults: [],
  });
});
