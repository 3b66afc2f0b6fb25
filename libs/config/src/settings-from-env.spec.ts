import { UserError, untranslated } from '#libs/errors';
import { english } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { settingsFromEnv } from './index.js';

const noFile = (path: string): string => {
  throw new UserError(untranslated('missing', `no such file ${path}`));
};
const of = (env: Record<string, string>, read = noFile) => {
  const { texts, faults } = settingsFromEnv(env, read);
  return { texts: Object.fromEntries(texts), faults: faults.map(english) };
};

it('reads v0 names and ours, and ours win', () => {
  expect(
    of({ TCD_STORAGE_PER_STREAMER: '50', TCD_CAPTURE_GRACE_S: '5', VODKEEP_SETTING_CAPTURE_GRACE_S: '7' }),
  ).toEqual({
    texts: {
      'storage_per_streamer': { key: 'storage_per_streamer', name: 'TCD_STORAGE_PER_STREAMER', text: '50' },
      'capture.grace_s': { key: 'capture.grace_s', name: 'VODKEEP_SETTING_CAPTURE_GRACE_S', text: '7' },
    },
    faults: [],
  });
});

it('takes a hyphen of a key as it is and as an underscore', () => {
  expect(Object.keys(of({ TCD_LOCALE_DATE_FORMAT: 'dd-MM-yyyy' }).texts)).toEqual(['locale.date-format']);
  expect(Object.keys(of({ 'TCD_LOCALE_DATE-FORMAT': 'dd-MM-yyyy' }).texts)).toEqual(['locale.date-format']);
});

it('counts an empty one as not set, and leaves other names of v0 alone', () => {
  expect(of({ TCD_MOTD: '', TCD_BIN_DIR: '/usr/bin', TCD_DOCKER: '1', PATH: '/bin' })).toEqual({
    texts: {},
    faults: [],
  });
});

it('reads a secret from a file, and says when it cannot', () => {
  expect(of({ VODKEEP_SETTING_TELEGRAM_TOKEN_FILE: '/t' }, () => 'abc\n').texts).toMatchObject({
    telegram_token: { text: 'abc' },
  });
  expect(of({ VODKEEP_SETTING_TELEGRAM_TOKEN_FILE: '/t' })).toEqual({
    texts: {},
    faults: ['VODKEEP_SETTING_TELEGRAM_TOKEN_FILE cannot be read: no such file /t'],
  });
});

it('names a setting of ours that does not exist, and one that only the machine sets', () => {
  expect(of({ TCD_BASEPATH: '/dvr', VODKEEP_SETTING_MOTTO: 'x' }).faults).toEqual([
    'TCD_BASEPATH in the environment has no effect. Set VODKEEP_BASEPATH.',
    'VODKEEP_SETTING_MOTTO in the environment is not the name of a setting.',
  ]);
});

it('reads the settings file too, and the environment wins over it', () => {
  const file = () => 'VODKEEP_SETTING_MOTD=from the file\nVODKEEP_SETTING_VODS_TO_KEEP=3\nVODKEEP_PORT=1\n';
  expect(of({ VODKEEP_CONFIG_FILE: '/c', VODKEEP_SETTING_VODS_TO_KEEP: '4' }, file)).toMatchObject({
    texts: { motd: { text: 'from the file' }, vods_to_keep: { text: '4' } },
    faults: [],
  });
});
