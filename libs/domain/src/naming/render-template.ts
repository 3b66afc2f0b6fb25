import { cleanText } from './clean-name.js';

/** Values of variables by name; null or empty: there is none. */
export type TemplateValues = Readonly<Record<string, string | null | undefined>>;

const EMPTY = '\u0000';
const VALUE = '\u0001';
const SEPARATOR = '[\\s_.,;:+~&#=|·•–—-]';
const BRACKETS = [
  new RegExp(String.raw`\((?:${SEPARATOR}|${EMPTY})*${EMPTY}(?:${SEPARATOR})*\)`, 'gu'),
  new RegExp(String.raw`\[(?:${SEPARATOR}|${EMPTY})*${EMPTY}(?:${SEPARATOR})*\]`, 'gu'),
];
const AT_START = new RegExp(String.raw`(^|[/(\[])(?:${SEPARATOR}*${EMPTY})+${SEPARATOR}*`, 'gu');
const ELSEWHERE = new RegExp(String.raw`(?:${SEPARATOR}*${EMPTY})+`, 'gu');

/**
 * A template with its variables filled in. `/` of the template stays, one of a value does not. A variable without a
 * value vanishes: brackets that hold nothing else go with it, so do the separators before it, or, where it stands first
 * (in the text, a folder or brackets), those behind it. `{login}_{game_name}_{date}` without a game is `login_date`;
 * `{title} ({game_name})` is the title. A variable that is not known counts as one without a value.
 */
export function renderTemplate(template: string, values: TemplateValues): string {
  const filled: string[] = [];
  // Each variable is one character until the empty ones are gone, so that nothing in a value is taken for a bracket or
  // a separator.
  const shape = template.replace(/\p{Cc}/gu, ' ').replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? cleanText(values[name] ?? '') : '';
    if (value === '') return EMPTY;
    filled.push(value);
    return VALUE;
  });
  let next = 0;
  return withoutEmpty(shape).replaceAll(VALUE, () => filled[next++] ?? '');
}

function withoutEmpty(shape: string): string {
  let text = shape;
  for (let before = ''; before !== text;) {
    before = text;
    for (const brackets of BRACKETS) text = text.replace(brackets, EMPTY);
  }
  return text.replace(AT_START, '$1').replace(ELSEWHERE, '');
}
