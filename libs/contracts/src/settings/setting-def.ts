import { fieldMessage } from '#libs/messages';
import { z } from 'zod';

/** Issues that bring what a setting acts on. */
export const LATER_ISSUES = ['render', 'export', 'automation', 'dashboard'] as const;
export type LaterIssue = (typeof LATER_ISSUES)[number];

/** One setting of the page: its shape, default, and the words beside it. */
export interface SettingDef {
  readonly group: string;
  readonly text: string;
  readonly help: string;
  /** The issue that brings what it acts on; until then it is kept and checked, and acts on nothing. */
  readonly later?: LaterIssue;
  readonly type: 'string' | 'number' | 'boolean' | 'choice' | 'template';
  readonly schema: z.ZodType;
  readonly default: string | number | boolean;
  readonly unit?: string;
  readonly choices?: readonly string[];
  /** What values are called, where they are not what a person would say. */
  readonly choiceTexts?: Readonly<Record<string, string>>;
  /** The variables of a template, by name. */
  readonly variables?: readonly string[];
  /** v0's `guest`: also for who only looks. */
  readonly guest?: boolean;
  /** Kept sealed; shown as {@link MASK} only. */
  readonly secret?: boolean;
  readonly multiline?: boolean;
  /** Acts after a restart. */
  readonly restart?: boolean;
  readonly deprecated?: boolean;
  /** Name of the environment variable that alone sets it (docs/configuration.md): it is read here and changed there. */
  readonly environment?: string;
}

/** What stands for a secret that is set. Sent back unchanged, the secret stays. */
export const MASK = '********';

interface Words
  extends
    Pick<SettingDef, 'text' | 'help'>,
    Partial<Pick<SettingDef, 'later' | 'unit' | 'guest' | 'restart' | 'deprecated' | 'multiline' | 'environment'>> {}

/** Builders of the settings of one group; each keeps its exact type, so that `settings.get(key)` has it. */
export const settingsOf = <const G extends string>(group: G) => ({
  flag: (words: Words & { readonly default: boolean }) =>
    ({ ...words, group, type: 'boolean', schema: z.boolean() }) as const,
  /** A whole number in a closed range. */
  whole: ({ min, max, ...words }: Words & { readonly default: number; readonly min: number; readonly max: number }) =>
    ({ ...words, group, type: 'number', schema: z.int().min(min).max(max) }) as const,
  /** A number in a closed range. */
  measure: ({ min, max, ...words }: Words & { readonly default: number; readonly min: number; readonly max: number }) =>
    ({ ...words, group, type: 'number', schema: z.number().min(min).max(max) }) as const,
  oneOf: <const C extends readonly [string, ...string[]]>(
    choices: C,
    words: Words & { readonly default: C[number]; readonly choiceTexts?: { readonly [V in C[number]]?: string } },
  ) => ({ ...words, group, type: 'choice', choices, schema: z.enum(choices) }) as const,
  /** One line of text, or several where `multiline` is set. */
  line: ({ max = 200, ...words }: Words & { readonly default: string; readonly max?: number }) =>
    ({ ...words, group, type: 'string', schema: textUpTo(max, words.multiline === true) }) as const,
  /** A token or a password. */
  secret: (words: Words) =>
    ({ ...words, group, type: 'string', default: '', secret: true, schema: textUpTo(2_000, false) }) as const,
  /** Empty, or an address of one of these protocols. Slashes at its end are dropped. */
  address: (protocol: RegExp, words: Words & { readonly secret?: boolean }) =>
    ({ ...words, group, type: 'string', default: '', schema: addressOf(protocol) }) as const,
  /** Text with {variables}; an unknown variable is refused with its place. */
  template: (
    variables: readonly string[],
    { max = 400, ...words }: Words & { readonly default: string; readonly max?: number },
  ) => ({ ...words, group, type: 'template', variables, schema: templateText(variables, max) }) as const,
});

/** Text without control characters; line breaks where it may have several lines. */
export const textUpTo = (max: number, multiline: boolean) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(
      multiline ? /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/ : /^[^\p{Cc}]*$/u,
      fieldMessage('field.no-control-characters'),
    );

/** `ws://, wss://` */
const schemesOf = (protocol: RegExp): string =>
  ['http', 'https', 'ws', 'wss']
    .filter((scheme) => protocol.test(scheme))
    .map((scheme) => `${scheme}://`)
    .join(', ');

const addressOf = (protocol: RegExp) =>
  z
    .union(
      [
        z.literal(''),
        z.url({ protocol, error: fieldMessage('field.address-scheme', { schemes: schemesOf(protocol) }) }),
      ],
      fieldMessage('field.empty-or-address'),
    )
    .refine((s) => s.length <= 2_000, fieldMessage('field.at-most-characters', { n: 2000 }))
    .transform((s) => s.replace(/\/+$/, ''));

/** One line with {variables}; see {@link templateFault}. */
export const templateText = (variables: readonly string[], max: number) =>
  textUpTo(max, false).superRefine((text, ctx) => {
    const fault = templateFault(text, variables);
    if (fault !== null) ctx.addIssue({ code: 'custom', message: fault });
  });

/** What is wrong with a template; `at` counts characters from 1. */
export type TemplateFault =
  | { readonly why: 'unpaired' | 'unknown-variable'; readonly found: string; readonly at: number }
  | { readonly why: 'leads-out'; readonly found: '.' | '..' }
  | { readonly why: 'empty-part' };

/**
 * The first unknown variable or stray brace of a template, or a part that would lead out of its folder. Null: nothing
 * is wrong.
 */
export function lookAtTemplate(text: string, variables: readonly string[]): TemplateFault | null {
  for (const { 0: found, 1: name, index } of text.matchAll(/\{([^{}]*)\}|[{}]/g)) {
    if (name === undefined) return { why: 'unpaired', found, at: index + 1 };
    if (!variables.includes(name)) return { why: 'unknown-variable', found, at: index + 1 };
  }
  const [, part] = /(?:^|\/)(\.{1,2}|)(?:\/|$)/.exec(text.replace(/\/$/, '')) ?? [];
  if (text === '' || part === undefined) return null;
  return part === '.' || part === '..' ? { why: 'leads-out', found: part } : { why: 'empty-part' };
}

/** {@link lookAtTemplate} as a complaint about a field. */
export function templateFault(text: string, variables: readonly string[]): string | null {
  const fault = lookAtTemplate(text, variables);
  switch (fault?.why) {
    case undefined:
      return null;
    case 'unpaired':
      return fieldMessage('field.unpaired-brace', { brace: fault.found, n: fault.at });
    case 'unknown-variable':
      return fieldMessage('field.unknown-variable', { variable: fault.found, n: fault.at, names: variables });
    case 'leads-out':
      return fieldMessage('field.leads-out', { part: fault.found });
    case 'empty-part':
      return fieldMessage('field.empty-folder');
  }
}
