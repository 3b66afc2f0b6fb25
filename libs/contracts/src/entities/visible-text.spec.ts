import { describe, expect, it } from '@jest/globals';
import { INTERFACE_SETTINGS } from '../settings/interface.settings.js';
import { DisplayName, InternalName } from './channel-form.js';
import { NewBookmark } from './vod-edit.js';

const NAMES = {
  'of a channel': DisplayName,
  'of this instance': INTERFACE_SETTINGS.app_name.schema,
  'of a bookmark': NewBookmark.shape.name,
};

describe.each(Object.entries(NAMES))('a name %s', (_, schema) => {
  it.each(['\u202e\u200b', '\u200d', '\u3164', '\u2800 \u2800', '\u{e0061}', '\ufe0f', ' \u00ad '])(
    'without visible characters is refused: %j',
    (name) => {
      expect(schema.safeParse(name).success).toBe(false);
    },
  );
  it.each([
    ['Harbour\u202e cam', 'Harbour cam'],
    ['\u2067 Quay\u2069', 'Quay'],
    ['👩‍🚀', '👩‍🚀'],
    ['می‌خواهم', 'می‌خواهم'],
    ['이름', '이름'],
    ['✌️', '✌️'],
  ])('%j is accepted without direction controls: %j', (given, retained) => {
    expect(schema.parse(given)).toBe(retained);
  });
});

it.each(['\u3164', '\u115f', 'quay\u3164'])('the folder of a channel contains no invisible character: %j', (name) => {
  expect([
    InternalName.safeParse(name).success,
    InternalName.safeParse(`${name.replace(/\P{Ll}/gu, '')}부두`).success,
  ]).toEqual([false, true]);
});
