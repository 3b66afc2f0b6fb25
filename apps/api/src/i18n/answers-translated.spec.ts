import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWER_TEXTS } from './answer-texts.js';
import { templateOf } from './template.js';

const ROOT = join(import.meta.dirname, '..');

/**
 * What controllers say was done, from their source: texts, and templates whose values are filled with something. One
 * inside another is left out.
 */
function answersIn(source: string): string[] {
  const said = [...source.matchAll(/return \{[^;]*?\bmessage: (\[\s*[^\n]*|[^\n]*)/g)].flatMap(([, rest = '']) => [
    ...rest.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`$]|\$\{[^}`]*\})+)`/g),
  ]);
  const texts = said.map(([, text, template = '']) =>
    (text ?? template.replaceAll(/\$\{[^}]*\}/g, 'X')).replaceAll("\\'", "'"),
  );
  // What may follow has a template of its own.
  return texts
    .map((text) => text.replace(/\.X$/, '.'))
    .filter((text) => /^[A-Z]\S* \S/.test(text) && !text.endsWith(String.raw`\n`));
}

const controllers = globSync('**/*.controller.ts', { cwd: ROOT });
const answers = [...new Set(controllers.flatMap((file) => answersIn(readFileSync(join(ROOT, file), 'utf8'))))].sort();

describe('what was done', () => {
  it('is read from the controllers', () => {
    expect(answers).toEqual(expect.arrayContaining(['Settings saved', 'Added X to favourites.']));
  });
  it.each(answers)('%s is told in every language', (answer) => {
    expect(templateOf(ANSWER_TEXTS, answer)).not.toBeNull();
  });
});
