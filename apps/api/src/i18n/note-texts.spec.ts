import { CLIP_VARIABLES, templateFault, V0_ONLY, VOD_VARIABLES } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { previewName, SAMPLE_VOD } from '../modules/naming/name-preview.js';
import { shapeFault } from '../modules/settings/app-url-check.js';
import { whyOf } from '../settings/read-changes.js';
import { readGiven, readSettings } from '../settings/read-settings.js';
import { chooseTransport } from '../modules/push/push-transport.js';
import { LANGUAGES } from './language.js';
import { NOTE_TEXTS } from './note-texts.js';
import { answerText, noteText } from './server-texts.js';
import { templateOf } from './template.js';

const others = LANGUAGES.filter((l) => l !== 'en');
const stored = (goodValue: unknown) => new Map([['vods_to_keep', { value: -1, goodValue }]]);
const preview = (name: string, folder: string): readonly string[] =>
  previewName({ name, folder }, SAMPLE_VOD, 'UTC').warnings;

/** As those say them who do. */
const said: readonly string[] = [
  ...Object.values(V0_ONLY).map(whyOf),
  ...['', 'x', 'http://a', 'https://a:4', 'https://a/'].flatMap((url) => shapeFault(url) ?? []),
  ...readSettings(stored(5)).errors,
  ...readSettings(stored(null)).errors,
  ...readGiven(new Map([['vods_to_keep', { name: 'TCD_VODS_TO_KEEP', text: 'many' }]])).errors,
  ...[
    { canTell: false },
    { wanted: 'off', hasApp: false },
    { wanted: 'auto', hasApp: false },
    { wanted: 'webhook', hasApp: true },
    { wanted: 'websocket', hasApp: true },
    { wanted: 'auto', hasApp: true },
  ].map(
    (ask) =>
      chooseTransport({ canTell: true, appUrl: '', isSignedIn: false, ...ask } as Parameters<typeof chooseTransport>[0])
        .reason,
  ),
  ...preview('{nope}', '../x'),
  ...preview('/', ''),
  ...preview('{login}', ''),
  ...preview('x'.repeat(300), ''),
];

describe('a remark inside of an answer', () => {
  it('is gathered from who says it', () => {
    expect(said).toEqual(
      expect.arrayContaining([
        'use capture.stale_targets',
        'it must be https',
        '{login} is the older word for {internalName}.',
      ]),
    );
    expect(said.length).toBeGreaterThan(60);
  });
  it.each([...new Set(said)].sort())('%s is told in every language', (text) => {
    expect(templateOf(NOTE_TEXTS, text)).not.toBeNull();
    expect(others.filter((language) => noteText(language, text) === text)).toEqual([]);
  });
  it('tells a complaint inside of it, and calls a setting by its name', () => {
    const [text = ''] = readSettings(stored(5)).errors;
    expect(noteText('de', text)).toBe(
      'Der gespeicherte Wert von „VODs je Kanal“ (vods_to_keep) ist nicht gültig: muss mindestens 0 sein. Der davor gilt, bis neu gespeichert wird.',
    );
    expect(noteText('sv', `The name ${templateFault('{nope}', CLIP_VARIABLES) ?? ''}.`)).toBe(
      'Namnet nämner en okänd variabel {nope} vid tecken 1; det finns: id, quality, clip_date, title, creator, broadcaster.',
    );
    expect(
      VOD_VARIABLES.every((name) =>
        noteText('ko', `The folder ${templateFault('{x}', VOD_VARIABLES) ?? ''}.`).includes(name),
      ),
    ).toBe(true);
  });
  it('is told where an answer ends with it, and a name that reads like one stays', () => {
    expect(
      answerText('sv', "Channel 'Harbour' added. The stream has just ended; it is recorded when it starts again."),
    ).toBe('Kanalen ”Harbour” är tillagd. Sändningen har just slutat; den spelas in när den börjar igen.');
    expect(answerText('de', 'External URL is invalid: none is set')).toBe(
      'Die öffentliche Adresse stimmt nicht: es ist keine gesetzt',
    );
    expect(answerText('de', "Channel 'use me' deleted")).toBe('Kanal „use me“ gelöscht');
  });
  it('stays as it is in English, and where nobody has words for it', () => {
    expect(noteText('en', 'none is set')).toBe('none is set');
    expect(noteText('ko', 'Something else.')).toBe('Something else.');
  });
  it.each(Object.entries(NOTE_TEXTS))('%s keeps no English', (_, row) => {
    expect(
      others.filter((language) =>
        /\b(must|is|are|be|not|no|of|the|and|with|when|it|that)\b/i.test(
          row[language].replaceAll(/\{\{?\w+\}\}?/g, ''),
        ),
      ),
    ).toEqual([]);
  });
});
