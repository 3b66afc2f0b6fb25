import { readVariable } from '#libs/contracts';
import { cleanText } from './clean-name.js';

/** Values by variable name; null or empty: no value. */
export type TemplateValues = Readonly<Record<string, string | null | undefined>>;

const EMPTY_VALUE = '\u0000';
const VALUE = '\u0001';
const SEPARATOR = '[\\s_.,;:+~&#=|·•–—-]';
const BRACKETS = [
  new RegExp(String.raw`\((?:${SEPARATOR}|${EMPTY_VALUE})*${EMPTY_VALUE}(?:${SEPARATOR})*\)`, 'gu'),
  new RegExp(String.raw`\[(?:${SEPARATOR}|${EMPTY_VALUE})*${EMPTY_VALUE}(?:${SEPARATOR})*\]`, 'gu'),
];
const EMPTY_AT_START = new RegExp(String.raw`(^|[/(\[])(?:${SEPARATOR}*${EMPTY_VALUE})+${SEPARATOR}*`, 'gu');
const EMPTY_ELSEWHERE = new RegExp(String.raw`(?:${SEPARATOR}*${EMPTY_VALUE})+`, 'gu');

/**
 * Renders a template. `/` of the template remains; `/` of a value does not. A variable without a value disappears:
 * brackets that contain nothing else disappear with it, and so do the separators before it, or those after it if it
 * comes first (in the text, a folder or brackets). `{login}_{game_name}_{date}` without a game is `login_date`;
 * `{title} ({game_name})` is the title. An unknown variable has no value. `{episode:03}` has at least three digits.
 */
export const renderTemplate = (template: string, values: TemplateValues): string =>
  render(template.replace(/\p{Cc}/gu, ' '), values, cleanText);

/** The same for a text that is no name: values and line breaks remain as they are. */
export const renderText = (template: string, values: TemplateValues): string =>
  render(template.replace(/[^\P{Cc}\n]/gu, ''), values, (value) => value.replace(/[^\P{Cc}\n]/gu, ' ').trim());

function render(template: string, values: TemplateValues, clean: (value: string) => string): string {
  const filled: string[] = [];
  // Each variable is one placeholder character until the empty ones are removed, so that no character of a value is
  // treated as a bracket or separator.
  const shape = template.replace(/\{([^{}]*)\}/g, (_, text: string) => {
    const { name, digits } = readVariable(text);
    const value = Object.hasOwn(values, name) ? padded(clean(values[name] ?? ''), digits) : '';
    if (value === '') return EMPTY_VALUE;
    filled.push(value);
    return VALUE;
  });
  let next = 0;
  return withoutEmpty(shape).replaceAll(VALUE, () => filled[next++] ?? '');
}

/** A number with at least this many digits. */
const padded = (value: string, digits: number | null): string =>
  digits === null || !/^\d+$/.test(value) ? value : value.replace(/^0+(?=\d)/, '').padStart(digits, '0');

function withoutEmpty(shape: string): string {
  let text = shape;
  for (let before = ''; before !== text;) {
    before = text;
    for (const brackets of BRACKETS) text = text.replace(brackets, EMPTY_VALUE);
  }
  return text.replace(EMPTY_AT_START, '$1').replace(EMPTY_ELSEWHERE, '');
}
